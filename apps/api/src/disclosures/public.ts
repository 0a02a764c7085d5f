export { checkDisclosedBeforeAgreement } from "./chosen-offer.ts";

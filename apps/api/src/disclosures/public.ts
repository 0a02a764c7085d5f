export { amountOutOfRange, checkDisclosedBeforeAgreement } from "./chosen-offer.ts";

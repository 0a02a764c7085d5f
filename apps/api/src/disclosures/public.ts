export {
  agreementOf,
  amountOutOfRange,
  checkDisclosedBeforeAgreement,
  nextToSignOf,
  otherSignings,
  readOpenOffer,
  voidSignings,
} from "./chosen-offer.ts";

export {
  agreementOf,
  amountOutOfRange,
  checkDisclosedBeforeAgreement,
  otherSignings,
  readOpenOffer,
  voidSignings,
} from "./chosen-offer.ts";

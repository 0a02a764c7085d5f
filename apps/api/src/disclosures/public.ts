export {
  amountOutOfRange,
  checkDisclosedBeforeAgreement,
  otherSignings,
  readOpenOffer,
  voidSignings,
} from "./chosen-offer.ts";

export {
  agreementOf,
  agreementSigners,
  agreementsToVoid,
  amountOutOfRange,
  checkDisclosedBeforeAgreement,
  isSignerChangePending,
  latestAgreementOf,
  nextToSignOf,
  offerOfAgreement,
  otherSignings,
  readOpenOffer,
  type SignedAgreement,
  voidSignings,
} from "./chosen-offer.ts";
export { followAgreement } from "./open-agreement.ts";
export {
  areLettersAwaited,
  askForLetters,
  type DebtToPayOff,
  endAskingForLetters,
  lettersAwaitedUntil,
  lettersOf,
  type PaidOff,
  type PayoffLetter,
} from "./payoff-letters.ts";
export { type Address, addressInOneLine } from "./read-offer.ts";
export { coSignInSandbox, signDocumentsInSandbox } from "./sign-in-sandbox.ts";

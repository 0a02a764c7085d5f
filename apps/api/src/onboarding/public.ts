export { openInputs, raiseInput, settleInputs } from "./additional-input.ts";
export { completeCoOwner } from "./complete-co-owner.ts";
export { holdOnboarding } from "./completing.ts";
export { askAboutCoOwners, askForOtherAddress } from "./doubtful-co-owner.ts";
export { expirePrequalification } from "./expire-prequalification.ts";
export { askNewOwner } from "./hand-over.ts";
export { gateFor, type Progress, progressOf } from "./progress.ts";
export { stopCoOwner, stopOnboarding } from "./stop.ts";

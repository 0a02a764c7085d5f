export { openInputs, openInputsOfCoOwner, raiseInput, releaseInput, settleInputs } from "./additional-input.ts";
export { completeCoOwner } from "./complete-co-owner.ts";
export { endRequestIfAnswered } from "./input-request.ts";
export { stopCoOwner, stopOnboarding } from "./stop.ts";

export {
  answerInput,
  openInputs,
  openInputsOfCoOwner,
  raiseInput,
  releaseInput,
  settleInputs,
  withdrawInputs,
} from "./additional-input.ts";
export { completeCoOwner } from "./complete-co-owner.ts";
export { beginRequest, closeRequest, endRequestIfAnswered, updateRequest } from "./input-request.ts";
export { requireCoOwner, stopCoOwner, stopOnboarding } from "./stop.ts";

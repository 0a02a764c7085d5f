export { completeSignedStep } from "./advance.ts";
export type { ClosingEvent } from "./closing-step.ts";
export { completeClosingStep, type PreparedStep, prepareClosingStep } from "./complete-step.ts";
export { reopenAgreement } from "./follow-agreement.ts";
export { readClosing } from "./read-closing.ts";
export { readClosingStep } from "./read-step.ts";
export { passIdentityInSandbox, skipPersonalPhoneNumber } from "./sandbox-steps.ts";

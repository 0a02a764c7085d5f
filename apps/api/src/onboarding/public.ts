export { applyAgain } from "./closed/apply-again.ts";
export { loadTax, prepareTax, type ReadyNumber, saveTax } from "./details/tax.ts";
export { savePrequalification } from "./prequalification/save-prequalification.ts";
export { currentProgress, type Progress, progressOf, workflowStepFor } from "./progress.ts";
export { readOnboarding } from "./staff/overview.ts";
export { holdOnboarding } from "./subject.ts";
export { languageOfConsent } from "./waiting/received-email.ts";

export { gateFor, type Progress, progressOf } from "./progress.ts";
export { readOnboarding } from "./staff/overview.ts";
export { holdOnboarding } from "./subject.ts";

export { gateFor, type Progress, progressOf } from "./progress.ts";
export { holdOnboarding } from "./subject.ts";

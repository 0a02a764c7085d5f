export { holdOnboarding } from "./completing.ts";
export { gateFor, type Progress, progressOf } from "./progress.ts";

export { gateFor, type Progress, progressOf } from "./progress.ts";

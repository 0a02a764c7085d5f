export { expirePrequalification } from "./expire-prequalification.ts";
export { gateFor, type Progress, progressOf } from "./progress.ts";

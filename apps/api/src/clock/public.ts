export { askToAdvance, readClock } from "./business-clock.ts";
export type { DueItem, DueJob, DuePart } from "./due-job.ts";
export type { RegularJob } from "./regular-jobs.ts";

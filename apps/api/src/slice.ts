import type { ActionPart } from "./approvals/public.ts";
import type { DuePart } from "./clock/public.ts";
import type { HttpPart } from "./http/public.ts";
import type { MetricsPart } from "./metrics.ts";
import type { WorkflowPart } from "./workflows/public.ts";

/**
 * What a slice gives to the server. `http/`, `workflows/`, `clock/`, `approvals/` and the metrics each take their own part and know no slice;
 * `slices.ts` lists the slices.
 */
export type Slice = { name: string } & HttpPart & WorkflowPart & DuePart & ActionPart & MetricsPart;

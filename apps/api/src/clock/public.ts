export type { DueItem, DueKind } from "./due-kind.ts";

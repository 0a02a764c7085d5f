import type { LineStatus } from "../../mechanics/issued-product.ts";
import type { DrawRequestState } from "./draw-request.ts";

/** A line of credit has the status of its worst draw. */
export function drawLineStatus(draws: readonly { state: DrawRequestState; isLate: boolean }[]): LineStatus {
  if (draws.some((draw) => draw.state === "DEFAULTED")) return "DEFAULTED";
  return draws.some((draw) => draw.isLate) ? "LATE" : "CURRENT";
}

import type { BusinessDate } from "../../calendar/business-date.ts";
import { type PayableOff, type PayOffRefusal, whyNotPayOff } from "../../mechanics/why-not-pay-off.ts";
import type { DrawRequestState } from "./draw-request.ts";

export type PayableOffDraw = PayableOff & { state: DrawRequestState };

/** A draw that is waiting for repayment is paid off by the same rules. */
export function whyNotPayOffDraw(
  draw: PayableOffDraw,
  requestedOn: BusinessDate,
  today: BusinessDate,
): PayOffRefusal | null {
  if (draw.state === "DEFAULTED") return "PAYOFF_NEEDS_SUPPORT";
  return draw.state === "WAITING_FOR_REPAYMENT" ? whyNotPayOff(draw, requestedOn, today) : "PAYOFF_NOTHING_OUTSTANDING";
}

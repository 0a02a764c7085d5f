import type { BusinessDate } from "../../calendar/business-date.ts";
import {
  type PayableOff,
  type PayOffRefusal,
  whyNotPayOff,
  whyNotPayOffAtAll,
} from "../../mechanics/why-not-pay-off.ts";
import type { DrawRequestState } from "./draw-request.ts";

export type PayableOffDraw = PayableOff & { state: DrawRequestState };

/** Why a draw cannot be paid off at all, before a day is chosen. */
export function whyNotPayOffDrawAtAll(draw: PayableOffDraw, today: BusinessDate): PayOffRefusal | null {
  if (draw.state === "DEFAULTED") return "PAYOFF_NEEDS_SUPPORT";
  return draw.state === "WAITING_FOR_REPAYMENT" ? whyNotPayOffAtAll(draw, today) : "PAYOFF_NOTHING_OUTSTANDING";
}

/** A draw that is waiting for repayment is paid off by the rules of a loan. */
export function whyNotPayOffDraw(
  draw: PayableOffDraw,
  requestedOn: BusinessDate,
  today: BusinessDate,
): PayOffRefusal | null {
  return whyNotPayOffDrawAtAll(draw, today) ?? whyNotPayOff(draw, requestedOn, today);
}

import { addDays, type BusinessDate, daysBetween } from "../calendar/business-date.ts";
import type { Cents } from "../money/cents.ts";
import { type CreditLine, disconnectionGraceDays, mostDrawable } from "../products/line-of-credit/why-not-draw.ts";
import { lateFromDays } from "./aging.ts";

export const lineConditions = ["PAYMENTS", "LIMIT", "BANK", "TERM", "REVIEW"] as const;

/** A condition under which a line can be drawn on, and how far the line is from breaking it. */
export type LineCondition = {
  kind: (typeof lineConditions)[number];
  /** AT_RISK: it will break on `pausesOn` unless something is done. */
  state: "MET" | "AT_RISK" | "BROKEN";
  /** The first day without draws; null if no day is known. */
  pausesOn: BusinessDate | null;
  daysLeft: number | null;
  /** What can still be drawn. */
  amountCents: Cents | null;
};

/** The end of the term is a risk in its last days. */
const termWarningDays = 30;

/**
 * What would pause a line and the distance to it. A condition is broken exactly if `whyNotDrawAtAll` refuses for it. REVIEW is stopped by staff,
 * so that no distance is known, and is a condition only while it is broken.
 */
export function lineHealth(
  line: CreditLine,
  daysPastDue: number,
  nextDueOn: BusinessDate | null,
  today: BusinessDate,
): LineCondition[] {
  const drawableCents = mostDrawable(line);
  const until = (day: BusinessDate) => ({ pausesOn: day, daysLeft: Math.max(0, daysBetween(today, day)) });
  const unknown = { pausesOn: null, daysLeft: null, amountCents: null };
  const condition = (kind: LineCondition["kind"], state: LineCondition["state"], distance: Partial<LineCondition>) => ({
    ...unknown,
    ...distance,
    kind,
    state,
  });
  const { bankDisconnectedOn: lostOn, maturesOn } = line;
  const bankPausesOn = lostOn && addDays(lostOn, disconnectionGraceDays + 1);
  const payments = (): LineCondition => {
    if (line.loanStatus !== "CURRENT" || line.hasDefaultedDraw) return condition("PAYMENTS", "BROKEN", {});
    if (daysPastDue > 0) return condition("PAYMENTS", "AT_RISK", until(addDays(today, lateFromDays - daysPastDue)));
    return condition("PAYMENTS", "MET", nextDueOn ? until(addDays(nextDueOn, lateFromDays)) : {});
  };
  const isTermNear = daysBetween(today, maturesOn) <= termWarningDays;
  return [
    payments(),
    condition("LIMIT", drawableCents === 0 ? "BROKEN" : "MET", { amountCents: drawableCents }),
    bankPausesOn
      ? condition("BANK", today >= bankPausesOn ? "BROKEN" : "AT_RISK", until(bankPausesOn))
      : condition("BANK", "MET", {}),
    condition("TERM", today >= maturesOn ? "BROKEN" : isTermNear ? "AT_RISK" : "MET", until(maturesOn)),
    ...(line.isSuspended ? [condition("REVIEW", "BROKEN", {})] : []),
  ];
}

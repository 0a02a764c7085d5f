import { addBankingDays } from "../calendar/banking-day.ts";
import { daysBetween } from "../calendar/business-date.ts";
import type { DisclosureFigures } from "./disclosure-figures.ts";

/** The unit-periods of a year. */
const perYear = {
  MONTHLY: 12,
  WEEKLY: 52,
  BIWEEKLY: 26,
  DAILY: 365,
  EVERY_DAY: 365,
};

/**
 * The APR of what a form prints: the funding, the payments and their interval. It shares no code with the APR engine: Newton's method instead
 * of bisection, from the printed amounts instead of the schedule.
 */
export function independentApr({ fundingProvidedCents, payment, term }: DisclosureFigures): number {
  const { amountCents, lastAmountCents, count, frequency } = payment;
  if (frequency === "PARTS") throw new RangeError("a form does not print the dates of all parts");
  if (frequency === "ONCE")
    return ((lastAmountCents - fundingProvidedCents) / fundingProvidedCents) * (365 / term.days) * 100;
  const times = Array.from({ length: count }, (_, n) =>
    frequency === "DAILY" ? daysBetween(term.fundedOn, addBankingDays(term.fundedOn, n + 1)) : n + 1,
  );
  let rate = 0.001;
  for (let step = 0; step < 100; step++) {
    let worth = -fundingProvidedCents;
    let slope = 0;
    times.forEach((time, n) => {
      const paid = n + 1 === count ? lastAmountCents : amountCents;
      worth += paid / (1 + rate) ** time;
      slope -= (time * paid) / (1 + rate) ** (time + 1);
    });
    rate -= worth / slope;
  }
  return rate * perYear[frequency] * 100;
}

/** An eighth of a point for regular payments, a quarter otherwise: the last payment differs by more than rounding. */
export const aprTolerance = ({ payment }: DisclosureFigures): number =>
  Math.abs(payment.amountCents - payment.lastAmountCents) <= payment.count ? 0.125 : 0.25;

import { addDays, type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import type { LoanStatus } from "../../mechanics/issued-product.ts";
import type { Cents } from "../../money/cents.ts";
import type { AdvancePeriod } from "./period.ts";
import type { AdvancePeriodState } from "./period-lifecycle.ts";

/** After as many days without sales, staff look into whether the business has closed. */
export const reviewedAfterDays = 180;
/** A business that has not closed, such as a seasonal one, is looked into again after as many days. */
const reviewedAgainAfterDays = 90;

type KnownPeriod = Pick<AdvancePeriod, "startsOn" | "endsOn"> & {
  state: AdvancePeriodState;
  salesCents: Cents | null;
};

export type WithoutSales = {
  /** The last day that may have had sales, or the day of the funding. */
  since: BusinessDate;
  /** How many days after it are known to have had none. */
  days: number;
};

/** The days without sales up to the last period whose sales are known. Sales that nobody knows may have been some. */
export function withoutSales(periods: readonly KnownPeriod[], fundedOn: BusinessDate): WithoutSales {
  // The periods of a payout that came back do not count.
  const own = periods.filter(({ startsOn }) => startsOn > fundedOn);
  const known = own.slice(0, own.findLastIndex(({ state }) => state !== "OPEN") + 1);
  const since = known.findLast(({ salesCents }) => salesCents !== 0)?.endsOn ?? fundedOn;
  return { since, days: daysBetween(since, known.at(-1)?.endsOn ?? since) };
}

/** Whether staff look into the business: the last time was before the sales ended, or long enough ago. */
export function isReviewDue(
  { since, days }: WithoutSales,
  lastReviewedOn: BusinessDate | null,
  today: BusinessDate,
): boolean {
  if (days < reviewedAfterDays) return false;
  if (lastReviewedOn === null || lastReviewedOn <= since) return true;
  return addDays(lastReviewedOn, reviewedAgainAfterDays) <= today;
}

type CloseRefusal = "WRONG_STATE" | "NOT_LONG_ENOUGH_WITHOUT_SALES";

/** Why an advance is not written off for the end of its business. Its days count only while it owes nothing that is late. */
export function whyNotCloseBusiness(loanStatus: LoanStatus, { days }: WithoutSales): CloseRefusal | null {
  if (loanStatus !== "CURRENT") return "WRONG_STATE";
  return days < reviewedAfterDays ? "NOT_LONG_ENOUGH_WITHOUT_SALES" : null;
}

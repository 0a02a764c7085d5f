import { addDays, type BusinessDate } from "../../calendar/business-date.ts";

/** The days of sales without a receivable after which receivables are missing. */
export const receivablesMissingAfterDays = 14;

/** When something of an integrated advance was last collected, and when its platform has reported sales since. */
export type CollectedSales = {
  fundedOn: BusinessDate;
  lastReceivableOn: BusinessDate | null;
  /** The first day with reported sales after the last receivable. */
  firstSaleOn: BusinessDate | null;
};

/**
 * The day since which receivables should have come: that of the last one, or the day before sales began again. Null without sales, because
 * an advance is collected only from sales.
 */
export function awaitedSince({ fundedOn, lastReceivableOn, firstSaleOn }: CollectedSales): BusinessDate | null {
  if (firstSaleOn === null) return null;
  const lastOn = lastReceivableOn ?? fundedOn;
  const dayBefore = addDays(firstSaleOn, -1);
  if (dayBefore > lastOn) return dayBefore;
  return lastOn;
}

/** The day from which receivables that are awaited since a day are missing. */
export const missingFrom = (since: BusinessDate): BusinessDate => addDays(since, receivablesMissingAfterDays);

import { addBankingDays } from "./banking-day.ts";
import { addDays, type BusinessDate, weekdayOf } from "./business-date.ts";

/** When a repayment in process counts as paid: two banking days after its effective date, when it can no longer be returned for funds. */
export const settlementEstimate = (from: BusinessDate): BusinessDate => addBankingDays(from, 2);

/** The same estimate by weekday only, for a page without a server response. It ignores holidays. */
export const weekdaySettlementEstimate = (from: BusinessDate): BusinessDate =>
  addDays(from, daysByWeekday[weekdayOf(from)] ?? 0);

/** Days to add, from Sunday to Saturday. */
const daysByWeekday = [2, 2, 2, 2, 4, 4, 3];

import { addBankingDays } from "./banking-day.ts";
import { addDays, type BusinessDate, weekdayOf } from "./business-date.ts";

/** The estimated settlement date of a repayment in process: two banking days later. */
export const settlementEstimate = (from: BusinessDate): BusinessDate => addBankingDays(from, 2);

/** The same estimate by weekday only, for a page without a server response. It ignores holidays. */
export const weekdaySettlementEstimate = (from: BusinessDate): BusinessDate =>
  addDays(from, daysByWeekday[weekdayOf(from)] ?? 0);

/** Days to add, from Sunday to Saturday. */
const daysByWeekday = [2, 2, 2, 2, 4, 4, 3];

import { addBankingDays } from "./banking-day.ts";
import { addDays, type BusinessDate, weekdayOf } from "./business-date.ts";

/** By when a repayment that is being processed has settled: two banking days. */
export const settlementEstimate = (from: BusinessDate): BusinessDate => addBankingDays(from, 2);

/** The same by weekday alone, for a page that has no answer from the server; it knows no holidays. */
export const weekdaySettlementEstimate = (from: BusinessDate): BusinessDate =>
  addDays(from, daysByWeekday[weekdayOf(from)] ?? 0);

/** From Sunday to Saturday. */
const daysByWeekday = [2, 2, 2, 2, 4, 4, 3];

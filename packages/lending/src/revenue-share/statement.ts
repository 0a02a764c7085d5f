import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addMonths, type BusinessDate, inMonth, partsOf } from "../calendar/business-date.ts";
import type { RevenueShareContract } from "./contract.ts";

export type StatementDates = {
  firstOn: BusinessDate;
  lastOn: BusinessDate;
  closesOn: BusinessDate;
  paidOn: BusinessDate;
};

/** What is still moving at the end of a month gets three banking days to arrive. */
const CLOSING_BANKING_DAYS = 3;
const PAYMENT_DAY = 10;

/** The statement of the month in which a day lies. */
export function statementDates(on: BusinessDate): StatementDates {
  const { year, month } = partsOf(on);
  const firstOn = inMonth(year, month, 1);
  const lastOn = inMonth(year, month, 31);
  const next = partsOf(addMonths(firstOn, 1));
  return {
    firstOn,
    lastOn,
    closesOn: addBankingDays(lastOn, CLOSING_BANKING_DAYS),
    paidOn: bankingDayOnOrAfter(inMonth(next.year, next.month, PAYMENT_DAY)),
  };
}

/** From which day on the base is summed that meets the tiers on a given day. */
export function baseSince({ tierPeriod }: Pick<RevenueShareContract, "tierPeriod">, on: BusinessDate): BusinessDate {
  const { year, month } = partsOf(on);
  return inMonth(year, tierPeriod === "YEAR" ? 1 : month, 1);
}

import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addMonths, type BusinessDate, inMonth, partsOf } from "../calendar/business-date.ts";
import type { RevenueShareContract } from "./contract.ts";

export type StatementDates = {
  firstOn: BusinessDate;
  lastOn: BusinessDate;
  closesOn: BusinessDate;
  paidOn: BusinessDate;
};

/** Payments that are in flight at the end of a month get three banking days to settle. */
const CLOSING_BANKING_DAYS = 3;
const PAYMENT_DAY = 10;

/** The dates of the statement for the month that contains the given day. */
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

/** The first day of the period over which the base is summed for a given day. */
export function baseSince({ tierPeriod }: Pick<RevenueShareContract, "tierPeriod">, on: BusinessDate): BusinessDate {
  const { year, month } = partsOf(on);
  return inMonth(year, tierPeriod === "YEAR" ? 1 : month, 1);
}

import { type BusinessDate, daysBetween } from "../calendar/business-date.ts";
import { percentageFormula } from "../explain/formula.ts";
import type { Cents } from "../money/cents.ts";
import { fraction, fromDouble, times } from "../money/fraction.ts";
import { type Stretch, type UnitPeriod, unitPeriodsPerYear } from "./unit-period.ts";
import { unitPeriodRate } from "./unit-period-rate.ts";

/** Stored with four decimals, shown with two. */
const APR_DECIMALS = 4;

/** The APR of one advance and payments one unit-period apart. Only the first interval may be shorter or longer. */
export const regularApr = percentageFormula({
  name: "annual-percentage-rate",
  version: 1,
  words:
    "The nominal yearly rate at which the payments are worth the amount financed: Regulation Z, Appendix J, the rate per unit-period times the unit-periods of a year.",
  decimals: APR_DECIMALS,
  exact: ({
    amountFinancedCents,
    paymentsCents,
    unitPeriod,
    first,
  }: {
    amountFinancedCents: Cents;
    paymentsCents: readonly Cents[];
    unitPeriod: UnitPeriod;
    first: Stretch;
  }) => {
    const odd = first.oddDays / first.oddOf;
    const payments = paymentsCents.map((amountCents, index) => ({ amountCents, periods: first.periods + index, odd }));
    return yearly(unitPeriodRate(atStart(amountFinancedCents), payments), unitPeriod);
  },
});

/** The APR of one advance and payments on irregular dates. The unit-period is one day. */
export const datedApr = percentageFormula({
  name: "annual-percentage-rate-by-days",
  version: 1,
  words:
    "The nominal yearly rate at which the payments are worth the amount financed: Regulation Z, Appendix J, the rate per day times 365.",
  decimals: APR_DECIMALS,
  exact: ({
    amountFinancedCents,
    fundedOn,
    payments,
  }: {
    amountFinancedCents: Cents;
    fundedOn: BusinessDate;
    payments: readonly { dueOn: BusinessDate; amountCents: Cents }[];
  }) => {
    const flows = payments.map(({ dueOn, amountCents }) => ({
      amountCents,
      periods: daysBetween(fundedOn, dueOn),
      odd: 0,
    }));
    return yearly(unitPeriodRate(atStart(amountFinancedCents), flows), "DAY");
  },
});

/** The APR of one advance and one payment within a year. The unit-period is the term itself, so the rate has a closed form. */
export const singlePaymentApr = percentageFormula({
  name: "annual-percentage-rate-single-payment",
  version: 1,
  words:
    "The payment over the amount financed, less one, times 365 over the days between them: Regulation Z, Appendix J.",
  decimals: APR_DECIMALS,
  exact: ({
    amountFinancedCents,
    paymentCents,
    termDays,
  }: {
    amountFinancedCents: Cents;
    paymentCents: Cents;
    termDays: number;
  }) => times(fraction(paymentCents - amountFinancedCents, amountFinancedCents), fraction(36_500, termDays)),
});

const atStart = (amountCents: Cents) => [{ amountCents, periods: 0, odd: 0 }];

const yearly = (rate: number, unit: UnitPeriod) => fromDouble(rate * unitPeriodsPerYear(unit) * 100);

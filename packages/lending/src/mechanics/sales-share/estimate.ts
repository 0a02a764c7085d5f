import { datedApr, regularApr } from "../../apr/annual-percentage-rate.ts";
import { onePeriod, type UnitPeriod } from "../../apr/unit-period.ts";
import { addBankingDays } from "../../calendar/banking-day.ts";
import { addDays, addMonths, type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { type Formula, formula, type Inputs, percentageFormula } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { type Cents, multiply, subtract } from "../../money/cents.ts";
import { type Decimal, type Fraction, fraction, whole } from "../../money/fraction.ts";
import { exactPortion, percent } from "../../money/rate.ts";
import type { RepaymentFrequency } from "./repayment-frequency.ts";

/** How often an advance is collected. An integrated advance is collected every day, including holidays and weekends. */
export type CollectionRhythm = RepaymentFrequency | "EVERY_DAY";

type Rhythm = {
  periodsPerYear: number;
  /** The expected dates of the given number of payments. */
  dueDays(fundedOn: BusinessDate, count: number): BusinessDate[];
  /** Null when the payments have no fixed interval, as with banking days. */
  unitPeriod: UnitPeriod | null;
};

const spaced =
  (dueOn: (fundedOn: BusinessDate, number: number) => BusinessDate) =>
  (fundedOn: BusinessDate, count: number): BusinessDate[] =>
    Array.from({ length: count }, (_, index) => dueOn(fundedOn, index + 1));

function bankingDaysAfter(fundedOn: BusinessDate, count: number): BusinessDate[] {
  let day = fundedOn;
  return Array.from({ length: count }, () => {
    day = addBankingDays(day, 1);
    return day;
  });
}

const rhythms: { [R in CollectionRhythm]: Rhythm } = {
  DAILY: { periodsPerYear: 252, dueDays: bankingDaysAfter, unitPeriod: null },
  WEEKLY: { periodsPerYear: 52, dueDays: spaced((from, week) => addDays(from, 7 * week)), unitPeriod: { weeks: 1 } },
  BIWEEKLY: { periodsPerYear: 26, dueDays: spaced((from, pair) => addDays(from, 14 * pair)), unitPeriod: { weeks: 2 } },
  MONTHLY: { periodsPerYear: 12, dueDays: spaced(addMonths), unitPeriod: "MONTH" },
  EVERY_DAY: { periodsPerYear: 365, dueDays: spaced(addDays), unitPeriod: "DAY" },
};

/** A longer term indicates an error in the sales figures, so it is not estimated. */
const MAX_YEARS = 10;

export type EstimateRequest = {
  advanceAmountCents: Cents;
  totalPaymentAmountCents: Cents;
  repaymentPercentage: Decimal;
  averageMonthlySalesCents: Cents;
  rhythm: CollectionRhythm;
  fundedOn: BusinessDate;
};

/** The course of an advance if sales stay at their average. It is not binding. */
export type SalesEstimate = {
  estimatedMonthlyPaymentCents: Cents;
  estimatedPaymentPerPeriodCents: Cents;
  estimatedTermPeriods: number;
  estimatedLastPaymentCents: Cents;
  estimatedTermDays: number;
  /** With one decimal. */
  estimatedTermMonths: number;
  aprPercentage: number;
  schedule: EstimatedPayment[];
};

export type EstimatedPayment = { number: number; dueOn: BusinessDate; paymentCents: Cents };

const monthlyShare = formula({
  name: "estimated-monthly-payment",
  version: 1,
  words: "The average monthly sales times the repayment percentage.",
  exact: ({
    averageMonthlySalesCents,
    repaymentPercentage,
  }: {
    averageMonthlySalesCents: Cents;
    repaymentPercentage: Decimal;
  }) => exactPortion(averageMonthlySalesCents, percent(repaymentPercentage)),
});

const periodShare = formula({
  name: "estimated-payment-per-period",
  version: 1,
  words: "Twelve monthly payments over the periods of a year.",
  exact: ({
    estimatedMonthlyPaymentCents,
    periodsPerYear,
  }: {
    estimatedMonthlyPaymentCents: Cents;
    periodsPerYear: number;
  }) => fraction(BigInt(estimatedMonthlyPaymentCents) * 12n, periodsPerYear),
});

/** A formula whose result is neither money nor a percentage. */
function count<I extends Inputs>(
  rounding: string | null,
  declared: Parameters<typeof percentageFormula<I>>[0],
): Formula<I, number> {
  const counted = percentageFormula(declared);
  return { ...counted, explain: (inputs, sources) => ({ ...counted.explain(inputs, sources), rounding }) };
}

const periodsNeeded = count("up to whole periods", {
  name: "estimated-periods",
  version: 1,
  words: "The purchased amount over the payment of a period; a last, smaller payment counts as one.",
  decimals: 0,
  exact: ({
    totalPaymentAmountCents,
    estimatedPaymentPerPeriodCents,
  }: {
    totalPaymentAmountCents: Cents;
    estimatedPaymentPerPeriodCents: Cents;
  }) =>
    whole(
      (BigInt(totalPaymentAmountCents) + BigInt(estimatedPaymentPerPeriodCents) - 1n) /
        BigInt(estimatedPaymentPerPeriodCents),
    ),
});

const daysNeeded = count(null, {
  name: "estimated-term-days",
  version: 1,
  words: "The days from funding to the last payment.",
  decimals: 0,
  exact: ({ fundedOn, endsOn }: { fundedOn: BusinessDate; endsOn: BusinessDate }) =>
    whole(daysBetween(fundedOn, endsOn)),
});

const monthsNeeded = count("half up to a tenth of a month", {
  name: "estimated-term-months",
  version: 1,
  words: "The purchased amount over the monthly payment.",
  decimals: 1,
  exact: ({
    totalPaymentAmountCents,
    estimatedMonthlyPaymentCents,
  }: {
    totalPaymentAmountCents: Cents;
    estimatedMonthlyPaymentCents: Cents;
  }): Fraction => fraction(totalPaymentAmountCents, estimatedMonthlyPaymentCents),
});

const lastPayment = formula({
  name: "estimated-last-payment",
  version: 1,
  words: "The purchased amount less all payments before the last.",
  exact: ({
    totalPaymentAmountCents,
    estimatedPaymentPerPeriodCents,
    estimatedTermPeriods,
  }: {
    totalPaymentAmountCents: Cents;
    estimatedPaymentPerPeriodCents: Cents;
    estimatedTermPeriods: number;
  }) => subtract(totalPaymentAmountCents, multiply(estimatedPaymentPerPeriodCents, estimatedTermPeriods - 1)),
});

/** Whether the sales are large enough for an estimate. */
export function canEstimate(request: EstimateRequest): boolean {
  const estimatedMonthlyPaymentCents = monthlyShare.value(request);
  const { periodsPerYear } = rhythms[request.rhythm];
  const estimatedPaymentPerPeriodCents = periodShare.value({ estimatedMonthlyPaymentCents, periodsPerYear });
  return request.totalPaymentAmountCents <= estimatedPaymentPerPeriodCents * periodsPerYear * MAX_YEARS;
}

export function salesEstimate(request: EstimateRequest, write: Worksheet): SalesEstimate {
  if (!canEstimate(request)) throw new RangeError("the sales are too small for an estimate");
  const { totalPaymentAmountCents, averageMonthlySalesCents, repaymentPercentage, fundedOn } = request;
  const { periodsPerYear, dueDays } = rhythms[request.rhythm];
  const figures = {
    totalPaymentAmountCents: "figure totalPaymentAmountCents",
    estimatedMonthlyPaymentCents: "figure estimatedMonthlyPaymentCents",
    estimatedPaymentPerPeriodCents: "figure estimatedPaymentPerPeriodCents",
    estimatedTermPeriods: "figure estimatedTermPeriods",
  } as const;

  const estimatedMonthlyPaymentCents = write(
    "estimatedMonthlyPaymentCents",
    monthlyShare,
    { averageMonthlySalesCents, repaymentPercentage },
    { averageMonthlySalesCents: "terms", repaymentPercentage: "terms" },
  );
  const estimatedPaymentPerPeriodCents = write(
    "estimatedPaymentPerPeriodCents",
    periodShare,
    { estimatedMonthlyPaymentCents, periodsPerYear },
    { ...figures, periodsPerYear: "calendar" },
  );
  const estimatedTermPeriods = write(
    "estimatedTermPeriods",
    periodsNeeded,
    { totalPaymentAmountCents, estimatedPaymentPerPeriodCents },
    figures,
  );
  const estimatedLastPaymentCents = write(
    "estimatedLastPaymentCents",
    lastPayment,
    { totalPaymentAmountCents, estimatedPaymentPerPeriodCents, estimatedTermPeriods },
    figures,
  );
  const estimatedTermMonths = write(
    "estimatedTermMonths",
    monthsNeeded,
    { totalPaymentAmountCents, estimatedMonthlyPaymentCents },
    figures,
  );
  const schedule = dueDays(fundedOn, estimatedTermPeriods).map((dueOn, index) => ({
    number: index + 1,
    dueOn,
    paymentCents: index + 1 === estimatedTermPeriods ? estimatedLastPaymentCents : estimatedPaymentPerPeriodCents,
  }));
  const estimatedTermDays = write(
    "estimatedTermDays",
    daysNeeded,
    { fundedOn, endsOn: schedule.at(-1)?.dueOn ?? fundedOn },
    { fundedOn: "calendar", endsOn: "schedule" },
  );
  return {
    estimatedMonthlyPaymentCents,
    estimatedPaymentPerPeriodCents,
    estimatedTermPeriods,
    estimatedLastPaymentCents,
    estimatedTermDays,
    estimatedTermMonths,
    aprPercentage: estimatedApr(request, schedule, write),
    schedule,
  };
}

function estimatedApr(
  { advanceAmountCents: amountFinancedCents, rhythm, fundedOn }: EstimateRequest,
  schedule: readonly EstimatedPayment[],
  write: Worksheet,
): number {
  const { unitPeriod } = rhythms[rhythm];
  if (unitPeriod)
    return write(
      "aprPercentage",
      regularApr,
      { amountFinancedCents, paymentsCents: schedule.map((row) => row.paymentCents), unitPeriod, first: onePeriod },
      { amountFinancedCents: "request", paymentsCents: "schedule", unitPeriod: "terms", first: "calendar" },
    );
  const payments = schedule.map(({ dueOn, paymentCents }) => ({ dueOn, amountCents: paymentCents }));
  return write(
    "aprPercentage",
    datedApr,
    { amountFinancedCents, fundedOn, payments },
    { amountFinancedCents: "request", fundedOn: "calendar", payments: "schedule" },
  );
}

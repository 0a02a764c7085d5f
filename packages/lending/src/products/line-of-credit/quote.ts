import { regularApr } from "../../apr/annual-percentage-rate.ts";
import { onePeriod } from "../../apr/unit-period.ts";
import type { BusinessDate } from "../../calendar/business-date.ts";
import { difference } from "../../explain/arithmetic.ts";
import { formula, percentageFormula } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { flatInterest, flatSchedule } from "../../mechanics/installments/flat-interest.ts";
import { type Installment, monthsOf } from "../../mechanics/installments/installment.ts";
import { loanSources } from "../../mechanics/installments/level-payment.ts";
import { originationFee } from "../../mechanics/origination-fee.ts";
import { add, type Cents, multiply, noCents } from "../../money/cents.ts";
import { type Decimal, decimal, over, times } from "../../money/fraction.ts";
import type { Quote } from "../product.ts";
import { monthlyMaintenanceFee } from "./maintenance-fee.ts";
import type { LineOfCreditTerms } from "./terms.ts";

export type DrawRequest = { amountCents: Cents; fundedOn: BusinessDate };

export type DrawQuote = Quote<Installment> & {
  interestCents: Cents;
  monthlyPaymentCents: Cents;
  /** A twelfth of the yearly rate, and that rate times the months of the draw. */
  monthlyRatePercentage: number;
  effectiveRatePercentage: number;
  monthlyMaintenanceFeeCents: Cents;
  /** The APR including the maintenance fees. This is the disclosed APR. */
  aprWithMaintenancePercentage: number;
};

/** The quote of a draw. A flat rate understates the cost (24 % a year can be an APR of 47 %), so the APR is always shown beside it. */
export function quoteDraw(terms: LineOfCreditTerms, request: DrawRequest, write: Worksheet): DrawQuote {
  const { amountCents } = request;
  const { interestRatePercentage } = terms;
  const months = monthsOf(terms.repaymentDurationDays);
  const loan = { amountCents, interestRatePercentage, months };
  const { monthlyPaymentCents, interestCents, totalPaymentAmountCents, rows } = flatSchedule(
    loan,
    request.fundedOn,
    write,
  );
  const feeAmountCents = drawFee(terms, amountCents, write);
  const netDisbursementAmountCents = write(
    "netDisbursementAmountCents",
    difference,
    { fromCents: amountCents, feeAmountCents },
    { fromCents: "request", feeAmountCents: "figure feeAmountCents" },
  );
  const monthlyMaintenanceFeeCents = monthlyMaintenanceFee(terms, write);
  const costCents = totalCost(interestCents, feeAmountCents, monthlyMaintenanceFeeCents, months, write);
  const apr = (figure: string, maintenanceCents: Cents) =>
    write(
      figure,
      regularApr,
      {
        amountFinancedCents: netDisbursementAmountCents,
        paymentsCents: rows.map((row) => add(row.paymentCents, maintenanceCents)),
        unitPeriod: "MONTH",
        first: onePeriod,
      },
      {
        amountFinancedCents: "figure netDisbursementAmountCents",
        paymentsCents: "schedule",
        unitPeriod: "terms",
        first: "calendar",
      },
    );
  return {
    feeAmountCents,
    netDisbursementAmountCents,
    interestCents,
    totalPaymentAmountCents,
    totalCostCents: costCents,
    monthlyPaymentCents,
    monthlyRatePercentage: write(
      "monthlyRatePercentage",
      rateOverMonths,
      { interestRatePercentage, months: 1 },
      { interestRatePercentage: "terms", months: "settings" },
    ),
    effectiveRatePercentage: write(
      "effectiveRatePercentage",
      rateOverMonths,
      { interestRatePercentage, months },
      { interestRatePercentage: "terms", months: "terms" },
    ),
    monthlyMaintenanceFeeCents,
    aprPercentage: apr("aprPercentage", noCents),
    aprWithMaintenancePercentage: apr("aprWithMaintenancePercentage", monthlyMaintenanceFeeCents),
    schedule: rows,
  };
}

/** The cost of a year if the whole line is drawn at once: interest, fee and twelve maintenance fees. */
export function fullDrawCost(terms: LineOfCreditTerms, write: Worksheet): Cents {
  const amountCents = terms.approvedLimitCents;
  const months = monthsOf(terms.repaymentDurationDays);
  const interestCents = write(
    "interestCents",
    flatInterest,
    { amountCents, interestRatePercentage: terms.interestRatePercentage, months },
    { ...loanSources, amountCents: "terms" },
  );
  return totalCost(interestCents, drawFee(terms, amountCents, write), monthlyMaintenanceFee(terms, write), 12, write);
}

export const drawFee = ({ feePercentage }: LineOfCreditTerms, amountCents: Cents, write: Worksheet): Cents =>
  write(
    "feeAmountCents",
    originationFee,
    { amountCents, feePercentage },
    { amountCents: "request", feePercentage: "terms" },
  );

const totalCost = (
  interestCents: Cents,
  feeAmountCents: Cents,
  monthlyMaintenanceFeeCents: Cents,
  months: number,
  write: Worksheet,
): Cents =>
  write(
    "totalCostCents",
    financeCharge,
    { interestCents, feeAmountCents, monthlyMaintenanceFeeCents, months },
    {
      interestCents: "figure interestCents",
      feeAmountCents: "figure feeAmountCents",
      monthlyMaintenanceFeeCents: "figure monthlyMaintenanceFeeCents",
      months: "terms",
    },
  );

const financeCharge = formula({
  name: "finance-charge",
  version: 1,
  words: "Interest, fee, and the maintenance fee times the months.",
  exact: (cost: { interestCents: Cents; feeAmountCents: Cents; monthlyMaintenanceFeeCents: Cents; months: number }) =>
    add(cost.interestCents, cost.feeAmountCents, multiply(cost.monthlyMaintenanceFeeCents, cost.months)),
});

const rateOverMonths = percentageFormula({
  name: "rate-over-months",
  version: 1,
  words: "The months times a twelfth of the yearly rate.",
  decimals: 4,
  exact: ({ interestRatePercentage, months }: { interestRatePercentage: Decimal; months: number }) =>
    over(times(decimal(interestRatePercentage), months), 12),
});

import { regularApr } from "../../apr/annual-percentage-rate.ts";
import { onePeriod } from "../../apr/unit-period.ts";
import type { BusinessDate } from "../../calendar/business-date.ts";
import { difference, sumOf } from "../../explain/arithmetic.ts";
import { percentageFormula } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { flatSchedule } from "../../mechanics/installments/flat-interest.ts";
import {
  ends,
  type Installment,
  monthsOf,
  type Schedule,
  scheduleTotals,
} from "../../mechanics/installments/installment.ts";
import { levelSchedule } from "../../mechanics/installments/level-payment.ts";
import { originationFee } from "../../mechanics/origination-fee.ts";
import type { Cents } from "../../money/cents.ts";
import { fraction } from "../../money/fraction.ts";
import type { Quote } from "../product.ts";
import { refinancing } from "./refinance.ts";
import type { TermLoanPricing } from "./terms.ts";

export type TermLoanRequest = { loanAmountCents: Cents; fundedOn: BusinessDate };

export type TermLoanQuote = Quote<Installment> & {
  monthlyPaymentCents: Cents;
  totalInterestCents: Cents;
  amountFinancedCents: Cents;
  /** Whole percent. */
  effectiveRatePercentage: number;
  refiExistingLoanPayoffAmountCents: Cents;
  refiNetNewPrincipalAmountCents: Cents;
  firstPaymentOn: BusinessDate;
  lastPaymentOn: BusinessDate;
};

/** The quote that the borrower sees and signs. It is cheap enough to run on every movement of the slider. */
export function quoteTermLoan(terms: TermLoanPricing, request: TermLoanRequest, write: Worksheet): TermLoanQuote {
  const { loanAmountCents } = request;
  const { monthlyPaymentCents, rows: schedule } = termLoanSchedule(terms, request, write);
  const { totalInterestCents, totalPaymentAmountCents } = scheduleTotals(schedule, write);
  const feeAmountCents = write(
    "feeAmountCents",
    originationFee,
    { amountCents: loanAmountCents, feePercentage: terms.feePercentage },
    { amountCents: "request", feePercentage: "terms" },
  );
  const amountFinancedCents = write(
    "amountFinancedCents",
    difference,
    { fromCents: loanAmountCents, feeAmountCents },
    { fromCents: "request", feeAmountCents: "figure feeAmountCents" },
  );
  const totalCostCents = write(
    "totalCostCents",
    sumOf,
    { totalInterestCents, feeAmountCents },
    { totalInterestCents: "figure totalInterestCents", feeAmountCents: "figure feeAmountCents" },
  );
  const refi = refinancing(terms.existingDebts, loanAmountCents, write);
  const { refiExistingLoanPayoffAmountCents } = refi;
  const netDisbursementAmountCents = write(
    "netDisbursementAmountCents",
    difference,
    { fromCents: loanAmountCents, feeAmountCents, refiExistingLoanPayoffAmountCents },
    {
      fromCents: "request",
      feeAmountCents: "figure feeAmountCents",
      refiExistingLoanPayoffAmountCents: "figure refiExistingLoanPayoffAmountCents",
    },
  );
  // The loan itself pays the debts off, so it cannot be smaller than the debts and the fee.
  if (netDisbursementAmountCents < 0) throw new RangeError("the loan does not cover the debts that it pays off");
  const [first, last] = ends(schedule);
  return {
    feeAmountCents,
    amountFinancedCents,
    totalInterestCents,
    totalPaymentAmountCents,
    totalCostCents,
    ...refi,
    netDisbursementAmountCents,
    effectiveRatePercentage: write(
      "effectiveRatePercentage",
      effectiveRate,
      { totalCostCents, loanAmountCents },
      { totalCostCents: "figure totalCostCents", loanAmountCents: "request" },
    ),
    aprPercentage: write(
      "aprPercentage",
      regularApr,
      {
        amountFinancedCents,
        paymentsCents: schedule.map((row) => row.paymentCents),
        unitPeriod: "MONTH",
        first: onePeriod,
      },
      {
        amountFinancedCents: "figure amountFinancedCents",
        paymentsCents: "schedule",
        unitPeriod: "terms",
        first: "calendar",
      },
    ),
    monthlyPaymentCents,
    firstPaymentOn: first.dueOn,
    lastPaymentOn: last.dueOn,
    schedule,
  };
}

/** The planned rows, by the interest method of the terms. DAILY is simple interest: its rows change with the dates of payments. */
export function termLoanSchedule(
  terms: TermLoanPricing,
  { loanAmountCents, fundedOn }: TermLoanRequest,
  write: Worksheet,
): Schedule {
  const loan = {
    amountCents: loanAmountCents,
    interestRatePercentage: terms.interestRatePercentage,
    months: monthsOf(terms.durationDays),
  };
  if (terms.interestMethod === "FLAT") return flatSchedule(loan, fundedOn, write);
  return levelSchedule(loan, fundedOn, terms.interestMethod === "DAILY" ? "DAILY" : "MONTHLY", write);
}

/** The total cost as a whole percentage of the loan amount. */
const effectiveRate = percentageFormula({
  name: "effective-rate",
  version: 1,
  words: "A hundred times the total cost over the loan amount.",
  decimals: 0,
  exact: ({ totalCostCents, loanAmountCents }: { totalCostCents: Cents; loanAmountCents: Cents }) =>
    fraction(totalCostCents * 100, loanAmountCents),
});

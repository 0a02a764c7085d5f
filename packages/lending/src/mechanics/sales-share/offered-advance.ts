import { type Cents, cents, least } from "../../money/cents.ts";
import type { AdvancePricing, AdvanceQuote } from "./quote.ts";

/** The figures of an advance that the owner is shown, from its quote. All that depends on sales is an estimate. */
export const offeredAdvance = (
  terms: AdvancePricing & { maxAdvanceAmountCents: Cents },
  quote: AdvanceQuote,
  advanceAmountCents: Cents,
) => ({
  advanceAmountCents,
  maxAdvanceAmountCents: terms.maxAdvanceAmountCents,
  feeFactor: terms.feeFactor,
  repaymentPercentage: quote.repaymentPercentage,
  repaymentPercentageTiers: terms.repaymentPercentageTiers,
  maxRepaymentPercentage: Math.max(
    ...terms.repaymentPercentageTiers.map(({ repaymentPercentage }) => Number(repaymentPercentage)),
  ),
  estimatedAverageMonthlySalesInCents: terms.estimatedAverageMonthlySalesInCents,
  totalRepaymentInCents: quote.totalPaymentAmountCents,
  financeChargeInCents: quote.totalCostCents,
  feeAmountCents: quote.feeAmountCents,
  netDisbursementAmountCents: quote.netDisbursementAmountCents,
  estimatedMonthlyPaymentInCents: quote.estimatedMonthlyPaymentCents,
  estimatedPaymentPerPeriodInCents: quote.estimatedPaymentPerPeriodCents,
  estimatedApr: quote.aprPercentage,
});

const lowFeeAdvanceCents = cents(100_000);

/**
 * The advance whose fee is stated as the lowest one when the offer has expired: 100,000 cents, or the largest advance if that is less. It
 * refinances nothing, because it might not cover the balance, which changes neither the fee nor the APR.
 */
export const lowFeeAdvance = <Terms extends AdvancePricing & { maxAdvanceAmountCents: Cents }>(terms: Terms) => ({
  terms: { ...terms, refinanced: null },
  advanceAmountCents: least(lowFeeAdvanceCents, terms.maxAdvanceAmountCents),
});

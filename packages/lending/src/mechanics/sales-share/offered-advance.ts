import type { Cents } from "../../money/cents.ts";
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

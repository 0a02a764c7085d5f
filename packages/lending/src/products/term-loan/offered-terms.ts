import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { monthsOf } from "../../mechanics/installments/installment.ts";
import type { Cents } from "../../money/cents.ts";
import { quoteTermLoan } from "./quote.ts";
import type { TermLoanPricing } from "./terms.ts";

/** The terms that the owner is shown, with the figures of one loan amount. `minTermMonth` is the shortest term of all offers. */
export function offeredTermLoan(
  terms: TermLoanPricing,
  fundedOn: BusinessDate,
  all: readonly TermLoanPricing[],
  loanAmountCents: Cents,
) {
  const quote = quoteTermLoan(terms, { loanAmountCents, fundedOn }, plainWorksheet);
  return {
    productType: terms.productType,
    loanAmountCents,
    minLoanAmountCents: terms.minLoanAmountCents,
    maxLoanAmountCents: terms.maxLoanAmountCents,
    interestRatePercentage: terms.interestRatePercentage,
    feePercentage: terms.feePercentage,
    durationDays: terms.durationDays,
    minTermMonth: Math.min(...all.map(({ durationDays }) => monthsOf(durationDays))),
    existingDebts: terms.existingDebts.map((debt) =>
      debt.debtType === "EXTERNAL_DEBT"
        ? { debtType: debt.debtType, existingDebtId: debt.existingDebtId }
        : { debtType: debt.debtType, refinancedIssuedProductId: debt.refinancedIssuedProductId },
    ),
    refiExistingLoanPayoffAmountCents: quote.refiExistingLoanPayoffAmountCents,
    refiNetNewPrincipalAmountCents: quote.refiNetNewPrincipalAmountCents,
    apr: quote.aprPercentage,
    monthlyPayment: quote.monthlyPaymentCents,
    firstPaymentDate: quote.firstPaymentOn,
    lastPaymentDate: quote.lastPaymentOn,
    totalInterest: quote.totalInterestCents,
    amountFinancedCents: quote.amountFinancedCents,
    netDisbursementAmountCents: quote.netDisbursementAmountCents,
    totalPaymentAmountCents: quote.totalPaymentAmountCents,
    feeAmountCents: quote.feeAmountCents,
    totalCostCents: quote.totalCostCents,
    effectiveRatePercentage: quote.effectiveRatePercentage,
  };
}

import type { BusinessDate } from "../calendar/business-date.ts";
import type { Cents } from "../money/cents.ts";
import { offeredCashAdvance } from "../products/cash-advance/offered-terms.ts";
import { offeredIntegratedCashAdvance } from "../products/integrated-cash-advance/offered-terms.ts";
import { offeredInvoiceFinancing } from "../products/invoice-financing/offered-terms.ts";
import { offeredLineOfCredit } from "../products/line-of-credit/offered-terms.ts";
import { offeredPayablesFinancing } from "../products/payables-financing/offered-terms.ts";
import { offeredTermLoan } from "../products/term-loan/offered-terms.ts";
import type { OfferPricing } from "./pricing.ts";

/**
 * The terms of an offer that its owner is shown: the offered ones, and the figures of an amount if it is funded on the given day. Null: the
 * largest amount. For a line it is the amount of a draw, for invoices and bills that of an advance. `all` are the terms of all offers of the
 * application.
 */
export function offeredTerms(
  terms: OfferPricing,
  fundedOn: BusinessDate,
  all: readonly OfferPricing[],
  amountCents: Cents | null,
) {
  switch (terms.productType) {
    case "TERM_LOAN": {
      const loans = all.filter((one) => one.productType === "TERM_LOAN");
      return offeredTermLoan(terms, fundedOn, loans, amountCents ?? terms.maxLoanAmountCents);
    }
    case "LOC_TERM_LOAN":
      return offeredLineOfCredit(terms, fundedOn, amountCents ?? terms.approvedLimitCents);
    case "FAST_PAY":
      return offeredInvoiceFinancing(terms, fundedOn, amountCents ?? terms.monthlyLimitAmountCents);
    case "EXTEND_PAY_PURCHASE_ORDER":
      return offeredPayablesFinancing(terms, fundedOn, amountCents ?? terms.monthlyLimitAmountCents);
    case "MCA":
      return offeredCashAdvance(terms, fundedOn, amountCents ?? terms.maxAdvanceAmountCents);
    case "INTEGRATED_MCA":
      return offeredIntegratedCashAdvance(terms, fundedOn, amountCents ?? terms.maxAdvanceAmountCents);
  }
}

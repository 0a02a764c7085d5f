import type { BusinessDate } from "../calendar/business-date.ts";
import { offeredCashAdvance } from "../products/cash-advance/offered-terms.ts";
import { offeredIntegratedCashAdvance } from "../products/integrated-cash-advance/offered-terms.ts";
import { offeredInvoiceFinancing } from "../products/invoice-financing/offered-terms.ts";
import { offeredLineOfCredit } from "../products/line-of-credit/offered-terms.ts";
import { offeredPayablesFinancing } from "../products/payables-financing/offered-terms.ts";
import { offeredTermLoan } from "../products/term-loan/offered-terms.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";

/**
 * The terms of an offer that its owner is shown: the offered ones, and the figures of the largest amount if it is funded on the given day.
 * `all` are the terms of all offers of the application.
 */
export function offeredTerms(terms: OfferTerms, fundedOn: BusinessDate, all: readonly OfferTerms[]) {
  switch (terms.productType) {
    case "TERM_LOAN":
      return offeredTermLoan(
        terms,
        fundedOn,
        all.filter((one) => one.productType === "TERM_LOAN"),
      );
    case "LOC_TERM_LOAN":
      return offeredLineOfCredit(terms, fundedOn);
    case "FAST_PAY":
      return offeredInvoiceFinancing(terms, fundedOn);
    case "EXTEND_PAY_PURCHASE_ORDER":
      return offeredPayablesFinancing(terms, fundedOn);
    case "MCA":
      return offeredCashAdvance(terms, fundedOn);
    case "INTEGRATED_MCA":
      return offeredIntegratedCashAdvance(terms, fundedOn);
  }
}

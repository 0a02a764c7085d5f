import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { offeredAdvance } from "../../mechanics/sales-share/offered-advance.ts";
import { quoteCashAdvance } from "./quote.ts";
import type { CashAdvanceTerms } from "./terms.ts";

/** The terms that the owner is shown, with the figures of the largest advance. The term is in months. */
export function offeredCashAdvance(terms: CashAdvanceTerms, fundedOn: BusinessDate) {
  const advanceAmountCents = terms.maxAdvanceAmountCents;
  const quote = quoteCashAdvance(terms, { advanceAmountCents, fundedOn }, plainWorksheet);
  return {
    productType: terms.productType,
    ...offeredAdvance(terms, quote, advanceAmountCents),
    repaymentFrequency: terms.repaymentFrequency,
    estimatedTerm: quote.estimatedTermMonths,
  };
}

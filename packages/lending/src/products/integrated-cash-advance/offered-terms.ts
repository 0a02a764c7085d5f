import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { offeredAdvance } from "../../mechanics/sales-share/offered-advance.ts";
import { quoteIntegratedCashAdvance } from "./quote.ts";
import type { IntegratedCashAdvanceTerms } from "./terms.ts";

/** The terms that the owner is shown, with the figures of the largest advance. */
export function offeredIntegratedCashAdvance(terms: IntegratedCashAdvanceTerms, fundedOn: BusinessDate) {
  const advanceAmountCents = terms.maxAdvanceAmountCents;
  const quote = quoteIntegratedCashAdvance(terms, { advanceAmountCents, fundedOn }, plainWorksheet);
  return {
    productType: terms.productType,
    ...offeredAdvance(terms, quote, advanceAmountCents),
    minLoanAmountCents: terms.minLoanAmountCents,
    estimatedTermDays: quote.estimatedTermDays,
  };
}

import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { offeredAdvance } from "../../mechanics/sales-share/offered-advance.ts";
import type { Cents } from "../../money/cents.ts";
import { quoteIntegratedCashAdvance } from "./quote.ts";
import type { IntegratedCashAdvancePricing } from "./terms.ts";

/** The terms that the owner is shown, with the figures of one advance. */
export function offeredIntegratedCashAdvance(
  terms: IntegratedCashAdvancePricing,
  fundedOn: BusinessDate,
  advanceAmountCents: Cents,
) {
  const quote = quoteIntegratedCashAdvance(terms, { advanceAmountCents, fundedOn }, plainWorksheet);
  return {
    productType: terms.productType,
    ...offeredAdvance(terms, quote, advanceAmountCents),
    minLoanAmountCents: terms.minLoanAmountCents,
    estimatedTermDays: quote.estimatedTermDays,
  };
}

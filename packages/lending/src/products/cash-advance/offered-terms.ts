import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { offeredAdvance } from "../../mechanics/sales-share/offered-advance.ts";
import type { Cents } from "../../money/cents.ts";
import { quoteCashAdvance } from "./quote.ts";
import type { CashAdvancePricing } from "./terms.ts";

/** The terms that the owner is shown, with the figures of one advance. The term is in months. */
export function offeredCashAdvance(terms: CashAdvancePricing, fundedOn: BusinessDate, advanceAmountCents: Cents) {
  const quote = quoteCashAdvance(terms, { advanceAmountCents, fundedOn }, plainWorksheet);
  return {
    productType: terms.productType,
    ...offeredAdvance(terms, quote, advanceAmountCents),
    repaymentFrequency: terms.repaymentFrequency,
    estimatedTerm: quote.estimatedTermMonths,
  };
}

import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { adjustableAdvanceAmount } from "@inlay/lending/products/cash-advance/adjustable-amount.ts";
import { cashAdvanceAtSalesLevels, quoteCashAdvance } from "@inlay/lending/products/cash-advance/quote.ts";
import { type Advance, type AdvanceView, amountWithin } from "../offers/sales-share/advance.ts";

/** The advance that the owner looks at. Its share of sales is collected after each period. */
export function selectedCashAdvance({
  offer: { pricing, pricedOn },
  amountCents: chosen,
}: AdvanceView<"MCA">): Advance {
  const range = adjustableAdvanceAmount(pricing);
  const amountCents = amountWithin(range, chosen);
  const request = { advanceAmountCents: cents(amountCents), fundedOn: businessDate(pricedOn) };
  return {
    range,
    amountCents,
    rhythm: pricing.repaymentFrequency,
    quote: (write) => quoteCashAdvance(pricing, request, write),
    atSalesLevels: () => cashAdvanceAtSalesLevels(pricing, request),
  };
}

import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { adjustableIntegratedAdvanceAmount } from "@inlay/lending/products/integrated-cash-advance/adjustable-amount.ts";
import {
  integratedCashAdvanceAtSalesLevels,
  integratedRhythm,
  quoteIntegratedCashAdvance,
} from "@inlay/lending/products/integrated-cash-advance/quote.ts";
import { type Advance, type AdvanceView, amountWithin } from "../offers/sales-share/advance.ts";

/** The advance that the owner looks at. Its share is withheld from each card sale. */
export function selectedIntegratedCashAdvance({ offer, amountCents: chosen }: AdvanceView<"INTEGRATED_MCA">): Advance {
  const { pricing, pricedOn } = offer;
  const range = adjustableIntegratedAdvanceAmount(pricing);
  const amountCents = amountWithin(range, chosen);
  const request = { advanceAmountCents: cents(amountCents), fundedOn: businessDate(pricedOn) };
  return {
    range,
    amountCents,
    rhythm: integratedRhythm,
    quote: (write) => quoteIntegratedCashAdvance(pricing, request, write),
    atSalesLevels: () => integratedCashAdvanceAtSalesLevels(pricing, request),
  };
}

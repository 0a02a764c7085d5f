import { addDays, businessDate, daysBetween } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet, type Worksheet } from "@inlay/lending/explain/worksheet.ts";
import { amountsOf } from "@inlay/lending/mechanics/amount-range.ts";
import { type InvoiceAdvance, invoiceAdvance } from "@inlay/lending/mechanics/invoices/advance.ts";
import { earlyRepayment } from "@inlay/lending/mechanics/invoices/fees.ts";
import { planById } from "@inlay/lending/mechanics/invoices/plan.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { Decimal } from "@inlay/lending/money/fraction.ts";
import { exampleInvoices } from "@inlay/lending/offers/example-amounts.ts";
import { nearestValue } from "@inlay/ui/fields/nearest-value.ts";
import type { OfferOf, OfferView } from "../offer-view.ts";

/** The products with a limit and plans, of which one is chosen for each invoice or bill. */
type PlanProduct = "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER";
/** What the figures of the plans are computed from. */
export type PlanOffer = Pick<OfferOf<PlanProduct>, "pricing" | "terms" | "pricedOn">;
export type PlanView = OfferView<PlanProduct>;

/** The invoice or bill of the example, and the amounts of its slider. */
export function exampleAmount({ offer: { pricing }, amountCents }: { offer: PlanOffer; amountCents: number | null }) {
  const { range, firstCents } = exampleInvoices(pricing.offerPricingPlans, cents(pricing.monthlyLimitAmountCents));
  return { range, amountCents: nearestValue(amountsOf(range), amountCents ?? firstCents) };
}

/** The plan of the example. At first it is the one with the lowest fee. */
export const examplePlan = ({ offer, planId }: { offer: PlanOffer; planId: string | null }): string =>
  offer.terms.offerPlans.find(({ id }) => id === planId)?.id ?? offer.terms.offerPlans[0]?.id ?? "";

/** The calculation of an advance on an invoice or bill by a plan, on the day that the offer is priced. */
export const advanceBy = (
  { pricing, pricedOn }: PlanOffer,
  planId: string,
  amountCents: number,
  write: Worksheet = plainWorksheet,
) =>
  invoiceAdvance(
    {
      plan: planById(pricing.offerPricingPlans, planId),
      requestedCents: cents(amountCents),
      availableCents: cents(pricing.monthlyLimitAmountCents),
      fundedOn: businessDate(pricedOn),
    },
    write,
  );

/** The fee that comes back if an advance is repaid with three fifths of its time left. Null if nothing does. */
export function earlyExample({ schedule }: InvoiceAdvance, transactionFeePercentage: Decimal, pricedOn: string) {
  const startsOn = businessDate(pricedOn);
  const lastDays = daysBetween(startsOn, schedule.at(-1)?.dueOn ?? startsOn);
  const daysEarly = Math.floor(lastDays * 0.6);
  const day = lastDays - daysEarly;
  const effectiveOn = addDays(startsOn, day);
  const unpaid = schedule.filter(({ dueOn }) => dueOn > effectiveOn);
  const { rebateCents } = earlyRepayment(unpaid, transactionFeePercentage, effectiveOn, plainWorksheet);
  return rebateCents > 0 ? { daysEarly, day, rebateCents } : null;
}

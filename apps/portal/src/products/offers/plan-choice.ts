import { businessDate, daysBetween } from "@inlay/lending/calendar/business-date.ts";
import { repaymentParts } from "@inlay/lending/mechanics/invoices/plan.ts";
import type { ChoiceFigures } from "./choice.ts";
import type { OfferOf } from "./offer-view.ts";

/** An advance of the whole limit by the plan with the lowest fee. */
export function planChoice({
  terms,
  pricedOn,
}: Pick<OfferOf<"FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER">, "terms" | "pricedOn">): ChoiceFigures {
  const [plan] = terms.offerPlans;
  if (!plan) throw new RangeError("an offer without plans");
  const startsOn = businessDate(pricedOn);
  const parts = repaymentParts(plan.repaymentWindow, startsOn);
  return {
    costCents: plan.totalCostCents,
    apr: plan.apr,
    isEstimate: false,
    amountCents: terms.monthlyLimitAmountCents,
    basis: "WHOLE_LIMIT",
    receivedCents: plan.netDisbursementAmountCents,
    payment: {
      cents: plan.totalPaymentAmountCents,
      every: parts.length === 1 ? "ONCE" : "PARTS",
      times: parts.length,
      plusCents: 0,
    },
    heldDays: daysBetween(startsOn, parts.at(-1)?.dueOn ?? startsOn),
    payingEarly: "SAVES_FEE",
  };
}

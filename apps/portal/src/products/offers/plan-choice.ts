import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import type { ChoiceFigures } from "./choice.ts";

type Terms = TermsOf<"FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER">;

/** An advance of the whole limit by the plan with the lowest fee. */
export function planChoice({ monthlyLimitAmountCents, offerPlans }: Terms): ChoiceFigures {
  const [plan] = offerPlans;
  if (!plan) throw new RangeError("an offer without plans");
  return {
    costCents: plan.totalCostCents,
    apr: plan.apr,
    isEstimate: false,
    amountCents: monthlyLimitAmountCents,
    basis: "WHOLE_LIMIT",
    receivedCents: plan.netDisbursementAmountCents,
    payment: { cents: plan.totalPaymentAmountCents, every: "ONCE", times: 1, plusCents: 0 },
    heldDays: heldDays(plan.repaymentWindow),
    payingEarly: "SAVES_FEE",
  };
}

/** A day of the month is 30 days away at most. */
function heldDays(window: Terms["offerPlans"][number]["repaymentWindow"]): number {
  if (window.repaymentType === "FIXED_DURATION") return window.repaymentDurationDays;
  if (window.repaymentType === "FIXED_DATE") return 30;
  return window.repaymentSchedule.schedule.at(-1)?.repaymentDurationDays ?? 0;
}

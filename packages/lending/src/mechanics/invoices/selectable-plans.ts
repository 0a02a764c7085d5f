import { type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { planDays } from "./plan.ts";
import type { PricingPlan } from "./terms.ts";

export type SelectablePlan = {
  plan: PricingPlan;
  /** A fixed date counts as 30 days, and a repayment in parts as its last part. */
  planDays: number;
  /** False if an invoice is due before the plan ends. The plan is shown and cannot be chosen. */
  isSelectable: boolean;
};

/**
 * The plans for an invoice or bill as they are shown: all of them, the lowest fee first and of equal fees the longest. A bill has no due date
 * that a plan must end by.
 */
export function selectablePlans(
  plans: readonly PricingPlan[],
  { dueOn, today, isBill }: { dueOn: BusinessDate; today: BusinessDate; isBill: boolean },
): SelectablePlan[] {
  const daysUntilDue = daysBetween(today, dueOn);
  return plans
    .map((plan) => {
      const days = planDays(plan.repaymentWindow);
      return { plan, planDays: days, isSelectable: isBill || days <= daysUntilDue };
    })
    .toSorted(
      (a, b) =>
        Number(a.plan.transactionFeePercentage) - Number(b.plan.transactionFeePercentage) || b.planDays - a.planDays,
    );
}

import { plainWorksheet } from "../../explain/worksheet.ts";
import { invoiceAdvance } from "../../mechanics/invoices/advance.ts";
import type { PricingPlan } from "../../mechanics/invoices/terms.ts";
import type { Cents } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import type { Capacity, ExceptionLimits } from "./sizing.ts";

/** The plans of an offer for invoices or bills: repaid after a number of days, with the fee on top. */
export const plansOf = (
  plans: readonly { days: number; feePercentage: Decimal }[],
  advanceRatePercentage: Decimal,
  { maxDurationDays }: ExceptionLimits,
): PricingPlan[] =>
  plans
    .filter(({ days }) => maxDurationDays === null || days <= maxDurationDays)
    .map(({ days, feePercentage }) => ({
      id: `${days}-days`,
      advanceRatePercentage,
      transactionFeePercentage: feePercentage,
      paymentStructure: "GROSS",
      repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: days },
    }));

/** The plans that the law permits and the highest of their APRs. Null if none is left. */
export function lawfulPlans(
  plans: readonly PricingPlan[],
  limitCents: Cents,
  { decidedOn, isLawful }: Pick<Capacity, "decidedOn" | "isLawful">,
): { plans: PricingPlan[]; aprPercentage: number } | null {
  const priced = plans
    .map((plan) => ({ plan, aprPercentage: planApr(plan, limitCents, decidedOn) }))
    .filter(({ aprPercentage }) => isLawful(limitCents, aprPercentage));
  if (priced.length === 0) return null;
  return {
    plans: priced.map(({ plan }) => plan),
    aprPercentage: Math.max(...priced.map(({ aprPercentage }) => aprPercentage)),
  };
}

/** The APR of an invoice that uses the whole limit. */
export const planApr = (plan: PricingPlan, limitCents: Cents, fundedOn: Capacity["decidedOn"]): number =>
  invoiceAdvance({ plan, requestedCents: limitCents, availableCents: limitCents, fundedOn }, plainWorksheet)
    .aprPercentage;

import { z } from "zod/mini";
import { decimal, minus, plus, whole } from "../../money/fraction.ts";
import { decimalWithin } from "../../money/shapes.ts";

const durationDays = z.int().check(z.minimum(1), z.maximum(365));

const share = z.object({ repaymentPercentage: decimalWithin(0, 100), repaymentDurationDays: durationDays });

const shareSchedule = z.array(share).check(
  z.minLength(1),
  z.refine(
    (shares) => shares.every((one, at) => one.repaymentDurationDays > (shares[at - 1]?.repaymentDurationDays ?? 0)),
    "Repayments must follow one another",
  ),
  z.refine((shares) => {
    const all = shares.reduce((sum, { repaymentPercentage }) => plus(sum, decimal(repaymentPercentage)), whole(0));
    return minus(all, whole(100)).numerator === 0n;
  }, "Repayments must add up to 100 percent"),
);

/** The repayment date of an invoice advance: after a number of days, on a day of the month, or in parts. */
export const repaymentWindow = z.discriminatedUnion("repaymentType", [
  z.object({ repaymentType: z.literal("FIXED_DURATION"), repaymentDurationDays: durationDays }),
  z.object({
    repaymentType: z.literal("FIXED_DATE"),
    monthlyRepaymentDay: z.int().check(z.minimum(1), z.maximum(31)),
  }),
  z.object({
    repaymentType: z.literal("MULTIPLE_DURATION"),
    repaymentSchedule: z.object({ schedule: shareSchedule }),
  }),
]);
export type RepaymentWindow = z.infer<typeof repaymentWindow>;

/** A pricing plan of the offer. */
export const pricingPlan = z.object({
  id: z.string(),
  advanceRatePercentage: decimalWithin(1, 100),
  transactionFeePercentage: decimalWithin(0, 100),
  /** GROSS: the fee is repaid on top of the advance. NET: the fee is withheld from the payout. */
  paymentStructure: z.enum(["GROSS", "NET"]),
  repaymentWindow,
});
export type PricingPlan = z.infer<typeof pricingPlan>;

/** The plans of an offer: at least one, with unique names. */
export const pricingPlans = z.array(pricingPlan).check(
  z.minLength(1),
  z.refine((plans) => new Set(plans.map((plan) => plan.id)).size === plans.length, "Two plans have the same id"),
);

import { z } from "zod/mini";
import { pricingPlans } from "../../mechanics/invoices/terms.ts";
import { centsFrom } from "../../money/shapes.ts";

/** The offered terms: a revolving limit, and the plans by which a bill may be paid. The advance rate of a bill is always 100 %. */
export const payablesFinancingTerms = z.object({
  productType: z.literal("EXTEND_PAY_PURCHASE_ORDER"),
  monthlyLimitAmountCents: centsFrom(100),
  offerPricingPlans: pricingPlans.check(
    z.refine(
      (plans) => plans.every((plan) => Number(plan.advanceRatePercentage) === 100),
      "A bill is advanced at 100 percent",
    ),
  ),
});
export type PayablesFinancingTerms = z.infer<typeof payablesFinancingTerms>;

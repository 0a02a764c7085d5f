import type { PricingPlan } from "../../mechanics/invoice-advance-terms.ts";
import type { PayablesFinancingTerms } from "./terms.ts";

/** The plans for a bill. A payee who must receive the whole of it cannot be sent less, so a fee kept back is out of the question. */
export const plansForBill = (terms: PayablesFinancingTerms, isFullyPayable: boolean): PricingPlan[] =>
  terms.offerPricingPlans.filter((plan) => !isFullyPayable || plan.paymentStructure === "GROSS");

import type { PricingPlan } from "../../mechanics/invoices/terms.ts";
import type { PayablesFinancingTerms } from "./terms.ts";

/** The plans for a bill. If the payee must receive the full amount, plans that withhold the fee (NET) are excluded. */
export const plansForBill = (terms: PayablesFinancingTerms, isFullyPayable: boolean): PricingPlan[] =>
  terms.offerPricingPlans.filter((plan) => !isFullyPayable || plan.paymentStructure === "GROSS");

import type { BusinessDate } from "../../calendar/business-date.ts";
import { offeredPlans } from "../../mechanics/invoices/offered-plans.ts";
import type { Cents } from "../../money/cents.ts";
import type { InvoiceFinancingTerms } from "./terms.ts";

/** The terms that the owner is shown. Each invoice has the price of its plan. */
export const offeredInvoiceFinancing = (terms: InvoiceFinancingTerms, fundedOn: BusinessDate, advanceCents: Cents) => ({
  productType: terms.productType,
  monthlyLimitAmountCents: terms.monthlyLimitAmountCents,
  offerPlans: offeredPlans(terms.offerPricingPlans, advanceCents, fundedOn),
});

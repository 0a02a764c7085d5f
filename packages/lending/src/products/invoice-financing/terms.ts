import { z } from "zod/mini";
import { pricingPlans } from "../../mechanics/invoices/terms.ts";
import { centsFrom } from "../../money/shapes.ts";

/** The offered terms: a revolving limit, and the plans by which an invoice may be financed. */
export const invoiceFinancingTerms = z.object({
  productType: z.literal("FAST_PAY"),
  monthlyLimitAmountCents: centsFrom(100),
  offerPricingPlans: pricingPlans,
});
export type InvoiceFinancingTerms = z.infer<typeof invoiceFinancingTerms>;

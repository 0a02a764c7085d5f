import type { BusinessDate } from "../../calendar/business-date.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { type InvoiceAdvance, invoiceAdvance } from "../../mechanics/invoices/advance.ts";
import { planById } from "../../mechanics/invoices/plan.ts";
import type { Cents } from "../../money/cents.ts";
import type { InvoiceFinancingTerms } from "./terms.ts";

export type InvoiceRequest = {
  planId: string;
  requestedCents: Cents;
  /** The available limit. The advance is capped at it. */
  availableCents: Cents;
  fundedOn: BusinessDate;
};

export const quoteInvoice = (
  terms: InvoiceFinancingTerms,
  { planId, ...request }: InvoiceRequest,
  write: Worksheet,
): InvoiceAdvance => invoiceAdvance({ plan: planById(terms.offerPricingPlans, planId), ...request }, write);

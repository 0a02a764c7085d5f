import type { BusinessDate } from "../../calendar/business-date.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { type InvoiceAdvance, type InvoiceRepayment, invoiceAdvance } from "../../mechanics/invoices/advance.ts";
import { type EarlyRepayment, earlyRepayment } from "../../mechanics/invoices/fees.ts";
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

export type InvoicePosition = { planId: string; unpaid: readonly InvoiceRepayment[]; effectiveOn: BusinessDate };

/** The payoff of one invoice before its due date. */
export function invoicePayoff(
  terms: InvoiceFinancingTerms,
  { planId, unpaid, effectiveOn }: InvoicePosition,
  write: Worksheet,
): EarlyRepayment {
  const { transactionFeePercentage } = planById(terms.offerPricingPlans, planId);
  return earlyRepayment(unpaid, transactionFeePercentage, effectiveOn, write);
}

import type { BusinessDate } from "../../calendar/business-date.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { type InvoiceAdvance, invoiceAdvance } from "../../mechanics/invoices/advance.ts";
import { planById } from "../../mechanics/invoices/plan.ts";
import type { Cents } from "../../money/cents.ts";
import { plansForBill } from "./plans-for-bill.ts";
import type { PayablesFinancingTerms } from "./terms.ts";

export type BillRequest = {
  planId: string;
  requestedCents: Cents;
  /** The available limit. */
  availableCents: Cents;
  /** Whether the payee must receive the full amount. */
  isFullyPayable: boolean;
  fundedOn: BusinessDate;
};

/** The payout goes to the payee. */
export const quoteBill = (
  terms: PayablesFinancingTerms,
  { planId, isFullyPayable, ...request }: BillRequest,
  write: Worksheet,
): InvoiceAdvance => invoiceAdvance({ plan: planById(plansForBill(terms, isFullyPayable), planId), ...request }, write);

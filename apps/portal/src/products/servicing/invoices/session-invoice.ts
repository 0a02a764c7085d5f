import type { Answer } from "@inlay/contracts/call.ts";
import type { readEmbeddedSession } from "@inlay/contracts/calls/embedded-sessions.ts";
import { detailsShape, type InvoiceDetails } from "@inlay/contracts/servicing/invoice-details.ts";
import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import type { KnownDetails } from "./details-form.tsx";
import { partyName } from "./use-invoice-words.ts";

export type Session = Answer<typeof readEmbeddedSession>;
export type SessionInvoice = Session["invoices"][number];

/** An invoice of a session is named by the platform's id or by its file. */
export const keyOf = ({ platformInvoiceId, documentId }: SessionInvoice): string =>
  platformInvoiceId ?? documentId ?? "";

export const sessionInvoiceName = ({
  platformInvoiceNumber,
  platformInvoiceId,
  payor,
  payee,
}: SessionInvoice): string =>
  [platformInvoiceNumber ?? platformInvoiceId, partyName(payor ?? payee)].filter(Boolean).join(" · ");

export const isUnconfirmed = ({ status }: SessionInvoice): boolean =>
  status === "PENDING" || status === "PENDING_LIMIT";

/** What the platform has said of an invoice, completed by what was read from its file. */
export const knownOf = (invoice: SessionInvoice, read: KnownDetails | null): KnownDetails => {
  const amountCents = invoice.invoiceAmountCents ?? read?.amountCents ?? null;
  return {
    amountCents,
    requestedCents: amountCents,
    issueDate: invoice.invoiceIssuedDate ?? read?.issueDate ?? null,
    dueDate: invoice.invoiceDueDate ?? read?.dueDate ?? null,
  };
};

/** Whether the file of an invoice is to be read before its details are shown. */
export const isToBeRead = ({ documentId, invoiceAmountCents, invoiceDueDate }: SessionInvoice): boolean =>
  documentId !== null && (invoiceAmountCents === null || invoiceDueDate === null);

/** The details of a bill that is fully payable and already has amount and due date, so that a person need not type any; null otherwise. */
export function knownBill(
  { isFullyPayable, today, availableCents }: InvoiceLine,
  isBill: boolean,
  known: KnownDetails,
): InvoiceDetails | null {
  if (!isBill || !isFullyPayable) return null;
  const { success, data } = detailsShape(isBill, today).safeParse(known);
  return success && data.amountCents <= availableCents ? { ...data, issueDate: null } : null;
}

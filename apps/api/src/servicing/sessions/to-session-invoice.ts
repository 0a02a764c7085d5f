import { uuidOf } from "@inlay/contracts/ids.ts";
import type { SentInvoice } from "@inlay/contracts/partner/embedded-sessions/session-invoice.ts";
import type { InvoiceParty } from "@inlay/contracts/servicing/invoice.ts";
import type { NewSessionInvoice } from "./create-session.ts";

/** An invoice or bill as it is stored: its payor or payee is one object, and what was not sent is null. */
export const toSessionInvoice = (invoice: SentInvoice): NewSessionInvoice => ({
  platformInvoiceId: invoice.platformInvoiceId ?? null,
  platformInvoiceNumber: invoice.platformInvoiceNumber ?? null,
  documentId: "documentId" in invoice ? uuidOf("document", invoice.documentId) : null,
  invoiceAmountCents: invoice.invoiceAmountCents ?? null,
  invoiceDueDate: invoice.invoiceDueDate ?? null,
  invoiceIssuedDate: invoice.invoiceIssuedDate ?? null,
  party: partyOf(invoice),
  description: invoice.description || null,
});

type SentAddress = Omit<NonNullable<InvoiceParty["address"]>, "addressLineTwo" | "country"> & {
  addressLineTwo?: string | undefined;
};
type SentParty = {
  type: string | undefined;
  businessName: string | undefined;
  firstName: string | undefined;
  middleName: string | undefined;
  lastName: string | undefined;
  email: string | undefined;
  address: SentAddress | undefined;
};

function partyOf(invoice: SentInvoice): InvoiceParty | null {
  if ("payeeType" in invoice)
    return toParty({
      type: invoice.payeeType,
      businessName: invoice.payeeBusinessName,
      firstName: invoice.payeeFirstName,
      middleName: invoice.payeeMiddleName,
      lastName: invoice.payeeLastName,
      email: invoice.payeeEmail,
      address: invoice.payeeAddress,
    });
  if ("payorType" in invoice)
    return toParty({
      type: invoice.payorType,
      businessName: invoice.payorBusinessName,
      firstName: invoice.payorFirstName,
      middleName: invoice.payorMiddleName,
      lastName: invoice.payorLastName,
      email: invoice.payorEmail,
      address: invoice.payorAddress,
    });
  return null;
}

function toParty({ type, businessName, firstName, middleName, lastName, email, address }: SentParty) {
  if (type === undefined) return null;
  return {
    type: type as InvoiceParty["type"],
    businessName: businessName ?? null,
    firstName: firstName ?? null,
    middleName: middleName ?? null,
    lastName: lastName ?? null,
    email: email ?? null,
    address: address ? { ...address, addressLineTwo: address.addressLineTwo ?? null, country: "US" as const } : null,
  };
}

import type { InvoiceParty } from "@inlay/contracts/servicing/invoice.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { InvoiceReading } from "@inlay/lending/mechanics/invoices/why-review-invoice.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { sql } from "kysely";
import type { Tx } from "../../db/scope.ts";
import type { IssuedProduct } from "../../products/public.ts";
import type { InvoiceText } from "../../providers/invoice-reader/port.ts";
import { isBillProduct } from "./quote-invoice.ts";

/** What a file or a platform says of an invoice, with its party and number. */
export type FileReading = InvoiceReading & { party: InvoiceParty | null; number: string | null };

/** What identifies an invoice among those of its business. */
type Identity = {
  invoiceId: string | null;
  party: InvoiceParty | null;
  number: string | null;
  amountCents: Cents | null;
};

/** What was parsed from the file of an invoice; null until parsing ends. `named` is the party that the platform named. */
export async function readingOfDocument(
  tx: Tx,
  product: IssuedProduct,
  documentId: string,
  { invoiceId = null, named = null }: { invoiceId?: string | null; named?: InvoiceParty | null } = {},
): Promise<FileReading | null> {
  const row = await tx
    .selectFrom("invoice_extraction as e")
    .leftJoin("business_document_invoice as i", "i.business_document_id", "e.business_document_id")
    .select(["e.response_status as status", "i.issue_date as issuedOn", "i.due_date as dueOn"])
    .select(["i.amount_cents as amountCents", "i.remaining_balance_cents as remainingCents", "i.extracted"])
    .where("e.business_document_id", "=", documentId)
    .orderBy("e.id", "desc")
    .executeTakeFirst();
  if (!row) return null;
  const text = row.extracted as InvoiceText | null;
  const name = isBillProduct(product) ? text?.payeeName : text?.payorName;
  const amount = isBillProduct(product) ? (row.remainingCents ?? row.amountCents) : row.amountCents;
  const party = named ?? (name ? companyNamed(name) : null);
  const number = text?.invoiceNumber?.slice(0, 128) || null;
  const amountCents = amount === null ? null : cents(amount);
  return {
    responseStatus: row.status as InvoiceReading["responseStatus"],
    amountCents,
    issuedOn: row.issuedOn as BusinessDate | null,
    dueOn: row.dueOn as BusinessDate | null,
    currency: text?.currency ?? null,
    isPayorKnown: Boolean(name) && (named === null || plain(nameOf(named) ?? "") === plain(name ?? "")),
    isDuplicate: await isDuplicate(tx, product, { invoiceId, party, number, amountCents }),
    party,
    number,
  };
}

/** Whether another invoice of the business has the same party, number and amount. */
export async function isDuplicate(
  tx: Tx,
  { businessId }: Pick<IssuedProduct, "businessId">,
  { invoiceId, party, number, amountCents }: Identity,
): Promise<boolean> {
  const name = party && nameOf(party);
  if (!name || number === null || amountCents === null) return false;
  const same = await tx
    .selectFrom("invoice")
    .select("id")
    .where("business_id", "=", businessId)
    .where("number", "=", number)
    .where("amount_cents", "=", amountCents)
    .where("state", "<>", "REJECTED")
    .where(
      sql<boolean>`lower(coalesce(party->>'businessName', concat(party->>'firstName', ' ', party->>'lastName'))) = lower(${name})`,
    )
    .where(sql<boolean>`id is distinct from ${invoiceId}::uuid`)
    .executeTakeFirst();
  return same !== undefined;
}

const companyNamed = (businessName: string): InvoiceParty => ({
  type: "BUSINESS",
  businessName: businessName.slice(0, 200),
  firstName: null,
  middleName: null,
  lastName: null,
  email: null,
  address: null,
});

/** The name of a company, or the first and last name of a person. */
export const nameOf = ({ businessName, firstName, lastName }: InvoiceParty): string | null =>
  businessName ?? (firstName && lastName ? `${firstName} ${lastName}` : null);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

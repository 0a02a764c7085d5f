import { z } from "zod/mini";
import { partnerAddress } from "../../fields/fields.ts";
import { idOf, platformId } from "../../ids.ts";
import { obey } from "../rules.ts";

/** Ten billion dollars. A larger amount is an error. */
const mostCents = 1_000_000_000_000;

const leastMessage = "invoiceAmountCents must be greater than equal to $1.";
const requiredOr = (name: string, message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? `${name} is required.` : message),
});
const invoiceAmountCents = z
  .int(requiredOr("invoiceAmountCents", "invoiceAmountCents must be a whole number of cents."))
  .check(z.minimum(100, leastMessage), z.maximum(mostCents, `invoiceAmountCents must be at most ${mostCents}.`));

const invoiceDueDate = z.iso.date(requiredOr("invoiceDueDate", "Invalid ISO date."));
const invoiceIssuedDate = z.optional(z.iso.date("invoiceIssuedDate must be a valid ISO 8601 date string."));
const documentId = idOf("document");

const longestText = 200;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]+$/u;
const name = (field: string) =>
  z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.normalize(),
        z.minLength(1, { error: `${field} must not be empty.`, abort: true }),
        z.maxLength(longestText, { error: `${field} must have at most ${longestText} characters.`, abort: true }),
        z.regex(printable, `${field} must contain printable characters only.`),
      ),
  );
const emailOf = (field: string) => z.optional(z.email(`${field} must be an email`).check(z.maxLength(longestText)));
const description = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(500, "description must have at most 500 characters."),
      z.regex(/^[^\p{Cc}]*$/u, "description must not contain control characters."),
    ),
);

/** Sent in any case, stored in capitals. */
const partyType = (field: string) =>
  z.string(requiredOr(field, `${field} must be individual or business.`)).check(
    z.regex(/^(individual|business)$/i, `${field} must be individual or business.`),
    z.overwrite((type: string) => type.toUpperCase()),
  );

const payor = {
  payorType: partyType("payorType"),
  payorBusinessName: name("payorBusinessName"),
  payorFirstName: name("payorFirstName"),
  payorMiddleName: name("payorMiddleName"),
  payorLastName: name("payorLastName"),
  payorEmail: emailOf("payorEmail"),
  payorAddress: z.optional(partnerAddress),
};
const optionalPayor = { ...payor, payorType: z.optional(payor.payorType) };
const payee = {
  payeeType: partyType("payeeType"),
  payeeBusinessName: name("payeeBusinessName"),
  payeeFirstName: name("payeeFirstName"),
  payeeMiddleName: name("payeeMiddleName"),
  payeeLastName: name("payeeLastName"),
  payeeEmail: emailOf("payeeEmail"),
  payeeAddress: z.optional(partnerAddress),
};
const optionalPayee = { ...payee, payeeType: z.optional(payee.payeeType) };

type Side = "payor" | "payee";
const partyFields = ["Type", "BusinessName", "FirstName", "MiddleName", "LastName", "Email", "Address"] as const;
type PartyField = (typeof partyFields)[number];
type OfSide<S extends Side> = { [Field in PartyField as `${S}${Field}`]?: unknown };

/** A field of the payor or of the payee. */
const fieldOf = (invoice: object, side: Side, field: PartyField): unknown => Reflect.get(invoice, `${side}${field}`);
const has = (invoice: object, side: Side, field: PartyField) => fieldOf(invoice, side, field) !== undefined;

const rulesOf = <S extends Side>(side: S) => ({
  partyHasType: {
    message: `${side}Type is required with the other fields of the ${side}.`,
    pointer: `/${side}Type`,
    fieldCode: "REQUIRED" as const,
    check: (invoice: OfSide<S>) =>
      has(invoice, side, "Type") || !partyFields.some((field) => has(invoice, side, field)),
  },
  businessHasName: {
    message: `${side}BusinessName is required for a business ${side}.`,
    pointer: `/${side}BusinessName`,
    fieldCode: "REQUIRED" as const,
    check: (invoice: OfSide<S>) => fieldOf(invoice, side, "Type") !== "BUSINESS" || has(invoice, side, "BusinessName"),
  },
  individualHasNames: {
    message: `${side}FirstName and ${side}LastName are required for an individual ${side}.`,
    pointer: `/${side}FirstName`,
    fieldCode: "REQUIRED" as const,
    check: (invoice: OfSide<S>) =>
      fieldOf(invoice, side, "Type") !== "INDIVIDUAL" ||
      (has(invoice, side, "FirstName") && has(invoice, side, "LastName")),
  },
  businessOrPerson: {
    message: `${side}BusinessName excludes first, middle and last names.`,
    pointer: `/${side}BusinessName`,
    fieldCode: "EXCLUSIVE" as const,
    check: (invoice: OfSide<S>) =>
      !has(invoice, side, "BusinessName") ||
      !(["FirstName", "MiddleName", "LastName"] as const).some((field) => has(invoice, side, field)),
  },
});
const payorRules = obey(rulesOf("payor"));
const payeeRules = obey(rulesOf("payee"));

const stated = { platformInvoiceId: platformId, platformInvoiceNumber: platformId, invoiceAmountCents, invoiceDueDate };
const notStated = {
  platformInvoiceId: z.optional(platformId),
  platformInvoiceNumber: z.optional(platformId),
  invoiceAmountCents: z.optional(invoiceAmountCents),
  invoiceDueDate: z.optional(invoiceDueDate),
};
const stateable = { invoiceIssuedDate, description };

/** An invoice that the business sent. */
export const statedInvoice = z.strictObject({ ...stated, ...stateable, ...payor }).check(...payorRules);
/** A bill that the business has to pay. */
export const statedBill = z.strictObject({ ...stated, ...stateable, ...payee }).check(...payeeRules);

const relaxedInvoice = z
  .strictObject({ ...notStated, platformInvoiceId: platformId, ...stateable, ...optionalPayor })
  .check(...payorRules);
const invoiceWithFile = z
  .strictObject({ ...notStated, documentId, ...stateable, ...optionalPayor })
  .check(...payorRules);
const billWithFile = z.strictObject({ ...notStated, documentId, ...stateable, ...optionalPayee }).check(...payeeRules);

export const mostSessionInvoices = 100;

type Named = { platformInvoiceId?: string | undefined; documentId?: string | undefined };
const isDistinct = (ids: readonly (string | undefined)[]) => {
  const given = ids.filter((id) => id !== undefined);
  return new Set(given).size === given.length;
};
const isOnce = (field: "platformInvoiceId" | "documentId") =>
  z.refine<Named[]>((invoices) => isDistinct(invoices.map((invoice) => invoice[field])), {
    error: `invoices Multiple invoices contained the same ${field}. ${field} must be unique.`,
    params: { fieldCode: "NOT_UNIQUE" },
  });

const invoicesOf = <Invoice extends z.core.$ZodType<Named>>(invoice: Invoice) =>
  z
    .array(invoice, "invoices must be a non-empty array.")
    .check(
      z.minLength(1, "invoices must be a non-empty array."),
      z.maxLength(mostSessionInvoices, `invoices must have at most ${mostSessionInvoices} items.`),
      isOnce("platformInvoiceId"),
      isOnce("documentId"),
    );

/** What the person is to confirm. The component says what is financed, and what must be known of each invoice. */
export const sessionData = z.discriminatedUnion("component", [
  z.strictObject({ component: z.literal("invoice_session"), invoices: invoicesOf(statedInvoice) }),
  z.strictObject({ component: z.literal("invoice_session_relaxed"), invoices: invoicesOf(relaxedInvoice) }),
  z.strictObject({ component: z.literal("invoice_session_with_file"), invoices: invoicesOf(invoiceWithFile) }),
  z.strictObject({ component: z.literal("bill_session"), invoices: invoicesOf(statedBill) }),
  z.strictObject({ component: z.literal("bill_session_with_file"), invoices: invoicesOf(billWithFile) }),
]);
export type SessionData = z.output<typeof sessionData>;
export type SentInvoice = SessionData["invoices"][number];

/** The names of the components in the partner API. */
export const partnerSessionComponents = [
  "invoice_session",
  "invoice_session_relaxed",
  "invoice_session_with_file",
  "bill_session",
  "bill_session_with_file",
] as const satisfies readonly SessionData["component"][];

import { sessionComponents, sessionInvoiceStatuses } from "@inlay/lending/servicing/embedded-session.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid, uuidV4 } from "../ids.ts";
import { invoiceProducts, sessionInvoice } from "../servicing/invoice.ts";

export const readEmbeddedSession = call({
  method: "POST",
  path: "/api/v1/businesses/embedded-session",
  audience: "portal",
  slice: "servicing",
  action: "embedded-session.read",
  summary: "Reads the data that a platform put into an embedded session.",
  body: z.strictObject({ sessionToken: z.string().check(z.minLength(1), z.maxLength(2000)) }),
  answer: z.object({
    component: z.enum(sessionComponents),
    issuedProductId: uuid,
    productType: z.enum(invoiceProducts),
    expiresAt: z.iso.datetime(),
    invoices: z.array(
      z.extend(sessionInvoice, { status: z.enum(sessionInvoiceStatuses), invoiceId: z.nullable(uuid) }),
    ),
  }),
});

export const listPilotInvoices = call({
  method: "GET",
  path: "/api/v1/platform-pilot-invoices",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Lists the invoices and bills that a pilot platform holds for the business, at most 500, by due date.",
  answer: z.object({
    platformPilotInvoices: z.array(z.extend(sessionInvoice, { id: uuidV4, productType: z.enum(invoiceProducts) })),
  }),
});

const pilotInvoiceIds = z.array(uuidV4).check(
  z.minLength(1),
  z.maxLength(100),
  z.refine((ids: string[]) => new Set(ids).size === ids.length, "platformPilotInvoiceIds must be unique."),
);

export const openPilotInvoiceSession = call({
  method: "POST",
  path: "/api/v1/platform-pilot-invoices/embedded-session",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Opens a session with some of the invoices that a pilot platform holds.",
  body: z.strictObject({ platformPilotInvoiceIds: pilotInvoiceIds }),
  answer: z.object({ sessionToken: z.string() }),
});

import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { invoiceProducts, sessionInvoice } from "../servicing/invoice.ts";

export const readEmbeddedSession = call({
  method: "POST",
  path: "/api/v1/businesses/embedded-session",
  audience: "portal",
  slice: "partners",
  action: "embedded-session.read",
  summary: "Reads the data that a platform put into an embedded session.",
  body: z.strictObject({ sessionToken: z.string().check(z.minLength(1), z.maxLength(2000)) }),
  answer: z.object({
    component: z.string(),
    productType: z.nullable(z.enum(invoiceProducts)),
    invoices: z.array(sessionInvoice),
  }),
});

export const listPilotInvoices = call({
  method: "GET",
  path: "/api/v1/platform-pilot-invoices",
  audience: "portal",
  slice: "partners",
  action: "servicing.view",
  summary: "Lists the invoices that a pilot platform holds for the business.",
  answer: z.object({ platformPilotInvoices: z.array(z.extend(sessionInvoice, { id: uuid })) }),
});

export const openPilotInvoiceSession = call({
  method: "POST",
  path: "/api/v1/platform-pilot-invoices/embedded-session",
  audience: "portal",
  slice: "partners",
  action: "invoice.submit",
  summary: "Opens a session with some of the invoices that a pilot platform holds.",
  body: z.strictObject({ platformPilotInvoiceIds: z.array(uuid).check(z.minLength(1), z.maxLength(100)) }),
  answer: z.object({ sessionToken: z.string() }),
});

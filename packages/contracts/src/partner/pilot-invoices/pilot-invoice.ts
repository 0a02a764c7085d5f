import { z } from "zod/mini";
import { idOf, platformId } from "../../ids.ts";
import { objectFields, time } from "../common.ts";
import { statedBill, statedInvoice } from "../embedded-sessions/session-invoice.ts";
import { namesOneBusiness, obey } from "../rules.ts";

/**
 * An invoice or bill that you hold for a business while you embed nothing yet. The people of the business choose in the portal which ones
 * they confirm.
 */
export const pilotInvoice = z.object({
  ...objectFields("pilot_invoice", "pilotInvoice"),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  component: z.enum(["invoice_session", "bill_session"]),
  platformInvoiceId: z.string(),
  platformInvoiceNumber: z.string(),
  invoiceAmountCents: z.int(),
  invoiceDueDate: z.iso.date(),
  invoiceIssuedDate: z.nullable(z.iso.date()),
  description: z.nullable(z.string()),
  status: z.enum(["PENDING", "CONFIRMED", "WITHDRAWN"]),
  invoiceId: z.nullable(idOf("invoice")),
  withdrawnAt: z.nullable(time),
});
export type PartnerPilotInvoice = z.infer<typeof pilotInvoice>;

export const pilotInvoiceRow = z.discriminatedUnion("component", [
  z.strictObject({ component: z.literal("invoice_session"), invoice: statedInvoice }),
  z.strictObject({ component: z.literal("bill_session"), invoice: statedBill }),
]);
export type PilotInvoiceRow = z.output<typeof pilotInvoiceRow>;

export const pilotInvoiceCreate = z
  .strictObject({
    businessId: z.optional(idOf("business")),
    platformBusinessId: z.optional(platformId),
    data: pilotInvoiceRow,
  })
  .check(...obey(namesOneBusiness));

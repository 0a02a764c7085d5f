import { embeddedSessionLifecycle, sessionInvoiceStatuses } from "@inlay/lending/servicing/embedded-session.ts";
import { z } from "zod/mini";
import { idOf, platformId } from "../../ids.ts";
import { objectFields, time } from "../common.ts";
import { namesOneBusiness, obey } from "../rules.ts";
import { partnerSessionComponents, sessionData } from "./session-invoice.ts";

/**
 * `sessionToken` is returned once, at creation. Afterwards it is null, because the token itself is not stored. It is read only by a
 * signed-in person of the business.
 */
export const embeddedSession = z.object({
  ...objectFields("embedded_session", "embeddedSession"),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  component: z.enum(partnerSessionComponents),
  issuedProductId: idOf("issuedProduct"),
  productType: z.enum(["INVOICE_FINANCING", "PAYABLES_FINANCING"]),
  sessionToken: z.nullable(z.string()),
  expiresAt: time,
  openedAt: z.nullable(time),
  revokedAt: z.nullable(time),
  status: z.enum(embeddedSessionLifecycle.states),
  /** In the order in which they were sent. */
  invoices: z.array(
    z.object({
      platformInvoiceId: z.nullable(z.string()),
      documentId: z.nullable(idOf("document")),
      status: z.enum(sessionInvoiceStatuses),
      invoiceId: z.nullable(idOf("invoice")),
    }),
  ),
});
export type PartnerEmbeddedSession = z.infer<typeof embeddedSession>;

export const embeddedSessionCreate = z
  .strictObject({
    businessId: z.optional(idOf("business")),
    platformBusinessId: z.optional(platformId),
    data: sessionData,
  })
  .check(...obey(namesOneBusiness));

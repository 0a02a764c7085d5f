import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { PartnerPilotInvoice } from "@inlay/contracts/partner/pilot-invoices/pilot-invoice.ts";
import type { SessionComponent } from "@inlay/lending/servicing/embedded-session.ts";
import {
  findPilotInvoice,
  savePilotInvoice,
  toSessionInvoice,
  withdrawPilotInvoice as withdraw,
} from "../../servicing/public.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

export async function createPilotInvoice(request: PartnerRequest<"createPilotInvoice">): Promise<PartnerPilotInvoice> {
  const { tx, caller, body, by } = request;
  const { component, invoice } = body.data;
  const id = await savePilotInvoice(
    tx,
    {
      platformId: caller.platformId,
      businessId: await resolveBusiness(request, body.businessId ?? `platform:${body.platformBusinessId}`),
      component: component.toUpperCase() as SessionComponent,
      invoice: toSessionInvoice(invoice),
    },
    by,
  );
  return readPilotInvoice(request, id);
}

export const getPilotInvoice = (request: PartnerRequest<"getPilotInvoice">): Promise<PartnerPilotInvoice> =>
  readPilotInvoice(request, uuidOf("pilotInvoice", request.params.pilotInvoiceId));

export async function withdrawPilotInvoice(
  request: PartnerRequest<"withdrawPilotInvoice">,
): Promise<PartnerPilotInvoice> {
  const id = uuidOf("pilotInvoice", request.params.pilotInvoiceId);
  await withdraw(request.tx, id, request.by);
  return readPilotInvoice(request, id);
}

async function readPilotInvoice({ tx, app }: PartnerScope, id: string | null): Promise<PartnerPilotInvoice> {
  const found = await findPilotInvoice(tx, id);
  const { platform_business_id } = await tx
    .selectFrom("business")
    .select("platform_business_id")
    .where("id", "=", found.businessId)
    .executeTakeFirstOrThrow();
  return {
    object: "pilot_invoice",
    id: publicId("pilotInvoice", found.id),
    livemode: app.config.isProduction,
    version: found.version,

    createdAt: found.createdAt.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
    businessId: publicId("business", found.businessId),
    platformBusinessId: platform_business_id ?? found.businessId,

    component: found.component.toLowerCase() as PartnerPilotInvoice["component"],
    platformInvoiceId: found.platformInvoiceId,
    platformInvoiceNumber: found.platformInvoiceNumber,
    invoiceAmountCents: found.invoiceAmountCents,
    invoiceDueDate: found.invoiceDueDate,
    invoiceIssuedDate: found.invoiceIssuedDate,
    description: found.description,

    status: found.withdrawnAt ? "WITHDRAWN" : found.invoiceId ? "CONFIRMED" : "PENDING",
    invoiceId: found.invoiceId && publicId("invoice", found.invoiceId),
    withdrawnAt: found.withdrawnAt?.toISOString() ?? null,
  };
}

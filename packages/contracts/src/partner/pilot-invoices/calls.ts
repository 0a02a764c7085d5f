import { z } from "zod/mini";
import { call } from "../../call.ts";
import { idOf } from "../../ids.ts";
import { pilotInvoice, pilotInvoiceCreate } from "./pilot-invoice.ts";

const pilotInvoiceParam = z.object({ pilotInvoiceId: idOf("pilotInvoice") });

export const pilotInvoiceCalls = {
  createPilotInvoice: call({
    method: "POST",
    path: "/api/platform/v1/pilot-invoices",
    audience: "partner",
    slice: "partners",
    action: "partner.pilot-invoice.create",
    summary: "Creates an invoice or bill that the people of a business can choose to confirm in the portal.",
    body: pilotInvoiceCreate,
    answer: pilotInvoice,
    status: 201,
    idempotent: true,
    makes: true,
  }),
  getPilotInvoice: call({
    method: "GET",
    path: "/api/platform/v1/pilot-invoices/:pilotInvoiceId",
    audience: "partner",
    slice: "partners",
    action: "partner.pilot-invoice.read",
    summary: "Retrieves a pilot invoice.",
    params: pilotInvoiceParam,
    answer: pilotInvoice,
  }),
  withdrawPilotInvoice: call({
    method: "POST",
    path: "/api/platform/v1/pilot-invoices/:pilotInvoiceId/withdraw",
    audience: "partner",
    slice: "partners",
    action: "partner.pilot-invoice.withdraw",
    summary: "Withdraws a pilot invoice. Sessions in which it was already chosen keep it.",
    params: pilotInvoiceParam,
    body: z.strictObject({}),
    answer: pilotInvoice,
    status: 201,
    idempotent: true,
  }),
};

import { pilotInvoiceCalls } from "@inlay/contracts/partner/pilot-invoices/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { createPilotInvoice, getPilotInvoice, withdrawPilotInvoice } from "./pilot-invoices.ts";

export function pilotInvoiceRoutes({ partnerRoute }: PartnerRouter): void {
  partnerRoute(pilotInvoiceCalls.createPilotInvoice, createPilotInvoice);
  partnerRoute(pilotInvoiceCalls.getPilotInvoice, getPilotInvoice);
  partnerRoute(pilotInvoiceCalls.withdrawPilotInvoice, withdrawPilotInvoice);
}

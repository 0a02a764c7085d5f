import { z } from "zod/mini";
import { refusalCodes } from "../../errors.ts";
import { pilotInvoiceRow } from "../../partner/pilot-invoices/pilot-invoice.ts";
import { outcome, reason } from "../shapes.ts";
import { businessParams, staffCall } from "./staff-call.ts";

export const mostImportedInvoices = 200;
const rows = z.array(pilotInvoiceRow).check(z.minLength(1), z.maxLength(mostImportedInvoices));

const ofBusiness = "/api/staff/v1/businesses/:businessId/pilot-invoices";

/** Invoices of a platform that embeds nothing yet, which staff import from its list. */
export const pilotInvoices = {
  previewPilotImport: staffCall(`${ofBusiness}/preview`, {
    method: "POST",
    action: "staff.pilot-invoice.import",
    summary: "Shows which invoices an import would create, which are saved already, and which it would refuse and why.",
    params: businessParams,
    body: z.strictObject({ rows }),
    answer: z.object({
      created: z.int(),
      existing: z.int(),
      refused: z.int(),
      rows: z.array(
        z.object({
          index: z.int(),
          platformInvoiceId: z.string(),
          outcome: z.enum(["CREATED", "EXISTS", "REFUSED"]),
          refusal: z.nullable(
            z.object({
              code: z.enum(refusalCodes),
              message: z.string(),
              fields: z.array(z.object({ pointer: z.string(), message: z.string() })),
            }),
          ),
        }),
      ),
    }),
  }),
  importPilotInvoices: staffCall(ofBusiness, {
    method: "POST",
    action: "staff.pilot-invoice.import",
    summary:
      "Imports invoices or bills that the people of a business can choose to confirm. Rows that are saved already change nothing; refused rows are left out.",
    params: businessParams,
    body: z.strictObject({ rows, reason }),
    answer: outcome,
  }),
};

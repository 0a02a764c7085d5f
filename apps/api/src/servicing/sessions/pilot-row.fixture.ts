import { randomUUID } from "node:crypto";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";

/** An invoice as staff import it. */
export const aPilotRow = (more: object = {}) => ({
  component: "invoice_session",
  invoice: {
    platformInvoiceId: randomUUID(),
    platformInvoiceNumber: "881",
    invoiceAmountCents: 125_000,
    invoiceDueDate: addDays(dateAt(new Date()), 30),
    payorType: "business",
    payorBusinessName: "Big Builders",
    ...more,
  },
});

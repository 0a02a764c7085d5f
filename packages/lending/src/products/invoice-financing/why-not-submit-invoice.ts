import type { BusinessDate } from "../../calendar/business-date.ts";
import {
  earliestDueOn,
  type InvoiceLine,
  type InvoiceToSubmit,
  type SubmissionRules,
  type SubmitInvoiceRefusal,
  whyNotSubmit,
} from "../../mechanics/invoices/why-not-submit.ts";

/** An invoice must be due in a week or later, and not before its plan ends. */
const rules: SubmissionRules = {
  dueFromDays: 7,
  uploadNeedsIssueDate: true,
  planEndsByDueDate: true,
  refusesPartialAmount: false,
};

export const earliestInvoiceDueOn = (today: BusinessDate): BusinessDate => earliestDueOn(rules, today);

export const whyNotSubmitInvoice = (
  line: InvoiceLine,
  invoice: InvoiceToSubmit,
  today: BusinessDate,
): SubmitInvoiceRefusal | null => whyNotSubmit(rules, line, invoice, today);

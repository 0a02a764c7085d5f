import type { BusinessDate } from "../../calendar/business-date.ts";
import {
  earliestDueOn,
  type InvoiceLine,
  type InvoiceToSubmit,
  type SubmissionRules,
  type SubmitInvoiceRefusal,
  whyNotSubmit,
} from "../../mechanics/invoices/why-not-submit.ts";

/** A bill may be a few days past due. A bill whose payee must receive the full amount is not financed in part. */
const rules: SubmissionRules = {
  dueFromDays: -5,
  uploadNeedsIssueDate: false,
  planEndsByDueDate: false,
  refusesPartialAmount: true,
};

export const earliestBillDueOn = (today: BusinessDate): BusinessDate => earliestDueOn(rules, today);

export const whyNotSubmitBill = (
  line: InvoiceLine,
  bill: InvoiceToSubmit,
  today: BusinessDate,
): SubmitInvoiceRefusal | null => whyNotSubmit(rules, line, bill, today);

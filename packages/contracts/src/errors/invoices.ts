import { fix, type RefusalEntry } from "./entry.ts";

const readAgain = fix("Read the invoice again.");

/** Invoices and bills that are submitted for financing, and what is changed of them afterwards. */
export const invoices = {
  PLAN_NOT_AVAILABLE: {
    status: 400,
    message: "This plan is not part of the product.",
    portalMessage: "Please select a payment plan",
    next: fix("Choose one of context.planIds."),
  },
  PLAN_TOO_LONG: {
    status: 400,
    message: "The plan is longer than the invoice runs.",
    portalMessage: "Please select a payment plan with an equal or shorter duration to your days until payment is due.",
    next: fix("Choose one of context.planIds."),
  },
  INVOICE_AMOUNT_TOO_SMALL: {
    status: 400,
    message: "Total invoice amount must be greater than or equal to $1",
    next: fix("Send amounts of at least 100 cents."),
  },
  OVER_INVOICE_AMOUNT: {
    status: 400,
    message: "Amount requested for financing must be less than or equal to the total invoice amount",
    next: fix("Send an amount of at most that of the invoice."),
  },
  INVOICE_ISSUE_DATE_REQUIRED: {
    status: 400,
    message: "An uploaded invoice needs its issue date.",
    next: fix("Send invoiceIssueDate."),
  },
  INVOICE_DUE_BEFORE_ISSUE: {
    status: 400,
    message: "Invoice due date must be after invoice issue date",
    next: fix("Correct the dates."),
  },
  INVOICE_ALREADY_SUBMITTED: {
    status: 409,
    message: "This invoice was already submitted.",
    next: fix("Read the invoice context.objectId."),
  },
  WRONG_SESSION_COMPONENT: {
    status: 409,
    message: "Tried launching session invoice flow, but the session token is for the wrong component.",
    next: fix("Open a session for the invoices or the bills of the business, whichever it is."),
  },
  INVOICE_NOT_IN_SESSION: {
    status: 404,
    message: "The session has no such invoice.",
    next: fix("Read the session again."),
  },
  INVOICE_WRONG_STATE: {
    status: 409,
    message: "The invoice is {status}.",
    portalMessage:
      "There was a problem cancelling your invoice. Our team has been notified and will be investigating further.",
    next: readAgain,
  },
  INVOICE_NOT_REPAYABLE: {
    status: 409,
    message:
      "There was a problem processing your payment. Our team has been notified and will be investigating further.",
    next: readAgain,
  },
} as const satisfies Record<string, RefusalEntry>;

import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { fileUrl } from "../fields/file-url.ts";
import { wholeNumber } from "../fields/query.ts";
import { uuid } from "../ids.ts";
import { explanations } from "../servicing/explanation.ts";
import { invoice, invoiceProducts, invoiceSources } from "../servicing/invoice.ts";
import { invoiceLine, quotedPlan } from "../servicing/invoice-line.ts";

const id = z.object({ id: uuid });
const date = z.iso.date("Must be a valid date");
const planId = z.string().check(z.minLength(1, "Please select a payment plan"), z.maxLength(100));
const totalCents = z
  .int("Total invoice amount must be greater than or equal to $1")
  .check(z.minimum(100, "Total invoice amount must be greater than or equal to $1"));
const remainingBalanceCents = z
  .int("Invoice remaining balance amount is required")
  .check(z.minimum(100, "Invoice remaining balance amount must be greater than or equal to $1"));
const requestedCents = z.int().check(z.minimum(100, "Amount requested must be greater than or equal to $1"));

/** What is left of the limit after the submission. */
const submitted = z.object({ invoice, remainingLimitCents: z.int() });

export const listInvoices = call({
  method: "GET",
  path: "/api/v1/servicing/:id/invoices",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Lists the invoices of a product.",
  params: id,
  query: z.strictObject({ limit: z.optional(wholeNumber(1, 10_000)) }),
  answer: z.object({ invoices: z.array(invoice) }),
});

export const getInvoiceLine = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/invoice-line",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary:
    "Reads a line that finances invoices or bills: its limit, plans and next payment, and its invoices with what can be done about each.",
  params: id,
  answer: z.object({ invoiceLine }),
});

export const quoteInvoicePlans = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/invoice-plans",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary:
    "Quotes an invoice by each plan of its line, as if it were paid out today, and says which plans it cannot take.",
  params: id,
  query: z.strictObject({
    amountRequestedForFinancingCents: wholeNumber(100, 100_000_000_000),
    invoiceDueDate: date,
  }),
  answer: z.object({ availableCents: z.int(), plans: z.array(quotedPlan) }),
});

export const createInvoice = call({
  method: "POST",
  path: "/api/v1/servicing/:id/invoices",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Requests financing of an uploaded invoice.",
  params: id,
  body: z.strictObject({
    issuedProductId: z.optional(uuid),
    productType: z.enum(invoiceProducts),
    invoiceFileUrl: z.string().check(z.minLength(1), z.maxLength(2000)),
    invoiceFileName: z.optional(z.string().check(z.maxLength(255))),
    businessDocumentId: z.optional(uuid),
    offerPlanId: planId,
    totalInvoiceAmountCents: totalCents,
    amountRequestedForFinancingCents: requestedCents,
    invoiceIssueDate: z.optional(date),
    invoiceDueDate: date,
  }),
  answer: submitted,
});

const submittedInvoice = {
  sessionToken: z.string().check(z.minLength(1), z.maxLength(2000)),
  planId,
  platformInvoiceId: z.optional(z.string().check(z.maxLength(128))),
  invoiceSource: z.optional(z.enum(invoiceSources)),
  businessDocumentId: z.optional(uuid),
  amountRequestedForFinancingCents: requestedCents,
  invoiceDueDate: date,
};

export const submitSessionInvoice = call({
  method: "POST",
  path: "/api/v2/servicing/:id/embedded-session/invoices",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Confirms an invoice that the platform put into the session.",
  params: id,
  body: z.strictObject({
    ...submittedInvoice,
    invoiceAmountCents: totalCents,
    invoiceIssueDate: z.optional(date),
  }),
  answer: submitted,
});

export const submitSessionBill = call({
  method: "POST",
  path: "/api/v2/servicing/:id/embedded-session/accounts-payable-financing/invoices",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Confirms a bill that the platform put into the session.",
  params: id,
  body: z.strictObject({ ...submittedInvoice, invoiceAmountCents: remainingBalanceCents }),
  answer: submitted,
});

export const getInvoiceFileUrl = call({
  method: "GET",
  path: "/api/v2/servicing/:id/invoices/:invoiceId/read-file-url",
  audience: "portal",
  slice: "servicing",
  action: "document.view",
  summary: "Creates a download URL for an invoice file.",
  params: z.object({ id: uuid, invoiceId: uuid }),
  answer: fileUrl,
});

export const quoteInvoiceRepayment = call({
  method: "GET",
  path: "/api/v1/servicing/invoices/:id/early-repayment",
  audience: "portal",
  slice: "servicing",
  action: "invoice.pay-now",
  summary: "Quotes what repaying an invoice now costs, when it is debited, and the rebate that is paid back.",
  params: id,
  answer: z.object({
    repaymentQuote: z.object({
      effectiveDate: date,
      repaymentCents: z.int(),
      feesCents: z.int(),
      /** What is debited: the repayment and the fees. */
      amountCents: z.int(),
      rebateCents: z.int(),
      costAfterRebateCents: z.int(),
      explanations,
    }),
  }),
});

export const cancelInvoiceRepayment = call({
  method: "DELETE",
  path: "/api/v1/servicing/invoices/:id/early-repayment",
  audience: "portal",
  slice: "servicing",
  action: "invoice.pay-now",
  summary: "Withdraws the early repayment of an invoice whose debit was not sent.",
  params: id,
  answer: z.object({ invoice }),
});

/** Refused if the quote is not the one that the person has seen. */
export const repayInvoiceEarly = call({
  method: "POST",
  path: "/api/v1/servicing/invoices/:id/early-repayment",
  audience: "portal",
  slice: "servicing",
  action: "invoice.pay-now",
  summary: "Repays an invoice now.",
  params: id,
  body: z.strictObject({ amountCents: z.optional(z.int()), effectiveDate: z.optional(date) }),
  answer: z.object({ invoice }),
});

export const cancelInvoice = call({
  method: "DELETE",
  path: "/api/v1/servicing/invoices/:id",
  audience: "portal",
  slice: "servicing",
  action: "invoice.cancel",
  summary: "Cancels an invoice that has not been parsed yet.",
  params: id,
  answer: z.object({ invoice }),
});

export const autoParseInvoice = call({
  method: "POST",
  path: "/api/v1/servicing/:id/invoices/auto-parse",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Uploads an invoice file as the form field `file`, and parses it.",
  params: id,
  answer: z.object({
    downloadUrl: z.string(),
    businessDocumentId: uuid,
    amountCents: z.nullable(z.int()),
    issueDate: z.nullable(date),
    dueDate: z.nullable(date),
  }),
});

export const getParseResult = call({
  method: "GET",
  path: "/api/v1/servicing/auto-parse/:id",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Reads the parse result of an invoice file; null until parsing ends.",
  params: id,
  answer: z.object({
    invoiceParseResult: z.nullable(
      z.object({
        amountCents: z.nullable(z.int()),
        remainingBalanceCents: z.nullable(z.int()),
        issueDate: z.nullable(date),
        dueDate: z.nullable(date),
      }),
    ),
  }),
});

/** The server reads the rows by their ids and ignores the other fields that clients send. */
export const downloadInvoiceHistory = call({
  method: "POST",
  path: "/api/v1/servicing/reports/invoice-history",
  audience: "portal",
  slice: "servicing",
  action: "report.export",
  summary: "Downloads the invoices of a product as a spreadsheet.",
  body: z.strictObject({
    productType: z.enum(productTypes),
    invoices: z.array(z.looseObject({ id: uuid })).check(z.maxLength(10_000)),
  }),
  answer: z.file(),
});

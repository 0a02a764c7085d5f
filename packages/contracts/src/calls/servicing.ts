import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { fileUrl } from "../fields/file-url.ts";
import { many, wholeNumber } from "../fields/query.ts";
import { uuid } from "../ids.ts";
import { interactions } from "../interactions.ts";
import { issuedProduct } from "../offer-group.ts";
import { servicingStep, servicingWorkflow } from "../onboarding/workflow.ts";
import { drawRequest } from "../servicing/draw-request.ts";
import { invoice, invoiceProducts, invoiceSources } from "../servicing/invoice.ts";
import { issuedProductPaymentOrder, paymentDirection, paymentOrderStatus } from "../servicing/payment-order.ts";

const id = z.object({ id: uuid });
const stepName = z.object({ id: servicingStep });
const date = z.iso.date("Invalid ISO date.");
const cents = z.int().check(z.minimum(100));
const effectiveDate = z.strictObject({ effectiveDate: date });
/** A servicing step shows nothing of its own: the products have calls of theirs. */
const servicingStepShown = z.object({ existingData: z.object({}) });

export const getServicingWorkflow = call({
  method: "GET",
  path: "/api/v1/workflow/servicing",
  audience: "portal",
  slice: "servicing",
  action: "workflow.view",
  summary: "Reads whether the business has an issued product, and whether the welcome page was shown.",
  answer: servicingWorkflow,
});

export const getServicingStep = call({
  method: "GET",
  path: "/api/v1/workflow/servicing/step/:id",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Reads the data of a servicing step.",
  params: stepName,
  answer: servicingStepShown,
});

const servicingEvent = z.strictObject({ eventType: z.literal("SERVICING_FLOW_INITIALIZED") });

export const completeServicingStep = call({
  method: "PUT",
  path: "/api/v1/workflow/servicing/complete-step",
  audience: "portal",
  slice: "servicing",
  action: "servicing.begin",
  summary: "Completes the welcome page.",
  body: servicingEvent,
  answer: servicingWorkflow,
});

export const getCoOwnerServicingWorkflow = call({
  method: "GET",
  path: "/api/v1/owners/workflow/servicing",
  audience: "portal",
  slice: "servicing",
  action: "co-owner.view",
  summary: "Reads, for a co-owner, whether the business has an issued product.",
  answer: servicingWorkflow,
});

export const getCoOwnerServicingStep = call({
  method: "GET",
  path: "/api/v1/owners/workflow/servicing/step/:id",
  audience: "portal",
  slice: "servicing",
  action: "co-owner.view",
  summary: "Reads the data of a co-owner's servicing step.",
  params: stepName,
  answer: servicingStepShown,
});

export const completeCoOwnerServicingStep = call({
  method: "PUT",
  path: "/api/v1/owners/workflow/servicing/complete-step",
  audience: "portal",
  slice: "servicing",
  action: "co-owner.complete-step",
  summary: "Completes a co-owner's servicing step.",
  body: servicingEvent,
  answer: servicingWorkflow,
});

export const getIssuedProducts = call({
  method: "GET",
  path: "/api/v1/issued-products",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Lists the current and past products of the business.",
  answer: z.object({ issuedProducts: z.array(issuedProduct) }),
});

export const reportInteraction = call({
  method: "POST",
  path: "/api/v1/servicing/interaction",
  audience: "portal",
  slice: "servicing",
  action: "interaction.report",
  summary: "Records a person's action or error in the portal.",
  body: interactions,
  answer: z.object({ accepted: z.literal(true) }),
  status: 202,
});

// Invoices.
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
    offerPlanId: uuid,
    totalInvoiceAmountCents: cents,
    amountRequestedForFinancingCents: cents,
    invoiceIssueDate: z.optional(date),
    invoiceDueDate: date,
  }),
  answer: z.object({ invoice }),
});

const submittedInvoice = {
  sessionToken: z.string().check(z.minLength(1), z.maxLength(2000)),
  planId: uuid,
  platformInvoiceId: z.optional(z.string().check(z.maxLength(128))),
  invoiceSource: z.optional(z.enum(invoiceSources)),
  businessDocumentId: z.optional(uuid),
  invoiceAmountCents: cents,
  amountRequestedForFinancingCents: cents,
  invoiceDueDate: date,
};
const sessionInvoiceAccepted = z.object({ invoice, remainingLimitCents: z.int() });

export const submitSessionInvoice = call({
  method: "POST",
  path: "/api/v2/servicing/:id/embedded-session/invoices",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Confirms an invoice that the platform put into the session.",
  params: id,
  body: z.strictObject({ ...submittedInvoice, invoiceIssueDate: z.optional(date) }),
  answer: sessionInvoiceAccepted,
});

export const submitSessionBill = call({
  method: "POST",
  path: "/api/v2/servicing/:id/embedded-session/accounts-payable-financing/invoices",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Confirms a bill that the platform put into the session.",
  params: id,
  body: z.strictObject(submittedInvoice),
  answer: sessionInvoiceAccepted,
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

export const repayInvoiceEarly = call({
  method: "POST",
  path: "/api/v1/servicing/invoices/:id/early-repayment",
  audience: "portal",
  slice: "servicing",
  action: "invoice.pay-now",
  summary: "Repays an invoice now.",
  params: id,
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

// Draws, payoffs and payments.
export const createDraw = call({
  method: "POST",
  path: "/api/v1/servicing/:id/draw-requests",
  audience: "portal",
  slice: "servicing",
  action: "draw.request",
  summary: "Draws on a line of credit.",
  params: id,
  body: z.strictObject({ amountCents: cents, purpose: z.optional(z.string().check(z.maxLength(500))) }),
  answer: z.object({ drawRequest, remainingLimitCents: z.int() }),
});

export const scheduleDrawPayoff = call({
  method: "POST",
  path: "/api/v1/servicing/draw-requests/:id/early-payoff",
  audience: "portal",
  slice: "servicing",
  action: "payoff.schedule",
  summary: "Schedules the payoff of one draw for a date.",
  params: id,
  body: effectiveDate,
  answer: z.object({ drawRequest }),
});

export const schedulePayoff = call({
  method: "POST",
  path: "/api/v1/servicing/issued-products/:id/early-payoff",
  audience: "portal",
  slice: "servicing",
  action: "payoff.schedule",
  summary: "Schedules the payoff of a loan for a date.",
  params: id,
  body: effectiveDate,
  answer: z.object({ issuedProduct }),
});

export const listPaymentOrders = call({
  method: "GET",
  path: "/api/v1/servicing/issued-product/:id/payment-orders",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Lists the past and scheduled payments of a product.",
  params: id,
  query: z.strictObject({
    direction: z.optional(paymentDirection),
    statuses: many(paymentOrderStatus),
    paymentOrderStatusesToExclude: many(paymentOrderStatus),
    drawRequestIds: many(uuid),
    invoiceIds: many(uuid),
    platformInvoiceIds: many(z.string().check(z.maxLength(128))),
    limit: z.optional(wholeNumber(0, 100)),
    offset: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  }),
  answer: z.object({ paymentOrders: z.array(issuedProductPaymentOrder) }),
});

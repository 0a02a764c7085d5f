import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { interactions } from "../interactions.ts";
import { issuedProduct } from "../offer-group.ts";
import { many, wholeNumber } from "../query.ts";
import { servicingStep, servicingWorkflow } from "../workflow.ts";

const id = z.object({ id: uuid });
const stepName = z.object({ id: servicingStep });
const date = z.iso.date("Invalid ISO date.");
const cents = z.int().check(z.minimum(100));
const effectiveDate = z.strictObject({ effectiveDate: date });

export const getServicingWorkflow = call({
  method: "GET",
  path: "/api/v1/workflow/servicing",
  audience: "portal",
  slice: "servicing",
  action: "workflow.view",
  summary: "Whether there is a product to live with, and whether it has been welcomed.",
  answer: servicingWorkflow,
});

export const getServicingStep = call({
  method: "GET",
  path: "/api/v1/workflow/servicing/step/:id",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "What a step of servicing shows.",
  params: stepName,
  answer: z.unknown(),
});

const servicingEvent = z.strictObject({ eventType: z.literal("SERVICING_FLOW_INITIALIZED") });

export const completeServicingStep = call({
  method: "PUT",
  path: "/api/v1/workflow/servicing/complete-step",
  audience: "portal",
  slice: "servicing",
  action: "servicing.begin",
  summary: "Leaves the welcome page behind.",
  body: servicingEvent,
  answer: servicingWorkflow,
});

export const getCoOwnerServicingWorkflow = call({
  method: "GET",
  path: "/api/v1/owners/workflow/servicing",
  audience: "portal",
  slice: "servicing",
  action: "co-owner.view",
  summary: "Whether there is a product to live with, for a co-owner.",
  answer: servicingWorkflow,
});

export const getCoOwnerServicingStep = call({
  method: "GET",
  path: "/api/v1/owners/workflow/servicing/step/:id",
  audience: "portal",
  slice: "servicing",
  action: "co-owner.view",
  summary: "What a step of servicing shows a co-owner.",
  params: stepName,
  answer: z.unknown(),
});

export const completeCoOwnerServicingStep = call({
  method: "PUT",
  path: "/api/v1/owners/workflow/servicing/complete-step",
  audience: "portal",
  slice: "servicing",
  action: "co-owner.complete-step",
  summary: "Completes a co-owner's step of servicing.",
  body: servicingEvent,
  answer: servicingWorkflow,
});

export const getIssuedProducts = call({
  method: "GET",
  path: "/api/v1/issued-products",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "The products that the business holds or held.",
  answer: z.object({ issuedProducts: z.array(issuedProduct) }),
});

export const reportInteraction = call({
  method: "POST",
  path: "/api/v1/servicing/interaction",
  audience: "portal",
  slice: "servicing",
  action: "interaction.report",
  summary: "Keeps what a person did or met on the portal.",
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
  summary: "The invoices of a product.",
  params: id,
  query: z.strictObject({ limit: z.optional(wholeNumber(1, 10_000)) }),
  answer: z.unknown(),
});

export const createInvoice = call({
  method: "POST",
  path: "/api/v1/servicing/:id/invoices",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Asks for an uploaded invoice to be financed.",
  params: id,
  body: z.strictObject({
    issuedProductId: z.optional(uuid),
    productType: z.enum(["FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"]),
    invoiceFileUrl: z.string().check(z.minLength(1), z.maxLength(2000)),
    invoiceFileName: z.optional(z.string().check(z.maxLength(255))),
    businessDocumentId: z.optional(uuid),
    offerPlanId: uuid,
    totalInvoiceAmountCents: cents,
    amountRequestedForFinancingCents: cents,
    invoiceIssueDate: z.optional(date),
    invoiceDueDate: date,
  }),
  answer: z.unknown(),
});

const sessionInvoice = {
  sessionToken: z.string().check(z.minLength(1), z.maxLength(2000)),
  planId: uuid,
  platformInvoiceId: z.optional(z.string().check(z.maxLength(128))),
  businessDocumentId: z.optional(uuid),
  invoiceAmountCents: cents,
  amountRequestedForFinancingCents: cents,
  invoiceDueDate: date,
};
const sessionInvoiceTaken = z.object({ invoice: z.unknown(), remainingLimitCents: z.int() });

export const submitSessionInvoice = call({
  method: "POST",
  path: "/api/v2/servicing/:id/embedded-session/invoices",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Confirms an invoice that the platform put into the session.",
  params: id,
  body: z.strictObject({ ...sessionInvoice, invoiceIssueDate: z.optional(date) }),
  answer: sessionInvoiceTaken,
});

export const submitSessionBill = call({
  method: "POST",
  path: "/api/v2/servicing/:id/embedded-session/accounts-payable-financing/invoices",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Confirms a bill that the platform put into the session.",
  params: id,
  body: z.strictObject(sessionInvoice),
  answer: sessionInvoiceTaken,
});

export const getInvoiceFileUrl = call({
  method: "GET",
  path: "/api/v2/servicing/:id/invoices/:invoiceId/read-file-url",
  audience: "portal",
  slice: "servicing",
  action: "document.view",
  summary: "Where to read the file of an invoice.",
  params: z.object({ id: uuid, invoiceId: uuid }),
  answer: z.unknown(),
});

export const repayInvoiceEarly = call({
  method: "POST",
  path: "/api/v1/servicing/invoices/:id/early-repayment",
  audience: "portal",
  slice: "servicing",
  action: "invoice.pay-now",
  summary: "Pays an invoice back now.",
  params: id,
  answer: z.unknown(),
});

export const cancelInvoice = call({
  method: "DELETE",
  path: "/api/v1/servicing/invoices/:id",
  audience: "portal",
  slice: "servicing",
  action: "invoice.cancel",
  summary: "Takes back an invoice that has not been read yet.",
  params: id,
  answer: z.unknown(),
});

export const autoParseInvoice = call({
  method: "POST",
  path: "/api/v1/servicing/:id/invoices/auto-parse",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Takes the file of an invoice, as a form's `file`, and reads it.",
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
  summary: "What was read from the file of an invoice, once it has been read.",
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

/** The rows are read again by their ids; whatever else a client sends with them is not looked at. */
export const downloadInvoiceHistory = call({
  method: "POST",
  path: "/api/v1/servicing/reports/invoice-history",
  audience: "portal",
  slice: "servicing",
  action: "report.export",
  summary: "The invoices of a product as a spreadsheet.",
  body: z.strictObject({
    productType: z.enum(productTypes),
    invoices: z.array(z.looseObject({ id: uuid })).check(z.maxLength(10_000)),
  }),
  answer: z.unknown(),
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
  answer: z.object({ drawRequest: z.unknown(), remainingLimitCents: z.int() }),
});

export const scheduleDrawPayoff = call({
  method: "POST",
  path: "/api/v1/servicing/draw-requests/:id/early-payoff",
  audience: "portal",
  slice: "servicing",
  action: "payoff.schedule",
  summary: "Pays off one draw on a day.",
  params: id,
  body: effectiveDate,
  answer: z.unknown(),
});

export const schedulePayoff = call({
  method: "POST",
  path: "/api/v1/servicing/issued-products/:id/early-payoff",
  audience: "portal",
  slice: "servicing",
  action: "payoff.schedule",
  summary: "Pays off a loan on a day.",
  params: id,
  body: effectiveDate,
  answer: z.unknown(),
});

const paymentOrderStatus = z.enum([
  "CREATED",
  "REJECTED",
  "SCHEDULED",
  "CANCELLED",
  "SUBMITTED",
  "PAYMENT_PROCESSOR_OUTAGE",
  "UNEXPECTED_ERROR",
  "SUCCESSFUL_PAYMENT",
  "FAILED_PAYMENT",
]);

export const listPaymentOrders = call({
  method: "GET",
  path: "/api/v1/servicing/issued-product/:id/payment-orders",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "The payments of a product, made and planned.",
  params: id,
  query: z.strictObject({
    direction: z.optional(z.enum(["OUTGOING", "INCOMING"])),
    statuses: many(paymentOrderStatus),
    paymentOrderStatusesToExclude: many(paymentOrderStatus),
    drawRequestIds: many(uuid),
    invoiceIds: many(uuid),
    platformInvoiceIds: many(z.string().check(z.maxLength(128))),
    limit: z.optional(wholeNumber(0, 100)),
    offset: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  }),
  answer: z.unknown(),
});

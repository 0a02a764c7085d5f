import { trueUpRequestLifecycle } from "@inlay/lending/products/cash-advance/true-up-request-lifecycle.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { many, wholeNumber } from "../fields/query.ts";
import { uuid } from "../ids.ts";
import { issuedProduct } from "../issued-product.ts";
import { drawRequest } from "../servicing/draw-request.ts";
import { issuedProductPaymentOrder, paymentDirection, paymentOrderStatus } from "../servicing/payment-order.ts";

const id = z.object({ id: uuid });
const date = z.iso.date("Invalid ISO date.");
const cents = z.int().check(z.minimum(100));
const effectiveDate = z.strictObject({ effectiveDate: date });

/** What a payoff costs on the banking day of its debit. */
const payoffQuote = z.object({
  effectiveDate: date,
  principalCents: z.int(),
  interestCents: z.int(),
  feesCents: z.int(),
  amountCents: z.int(),
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

export const quotePayoff = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/early-payoff",
  audience: "portal",
  slice: "servicing",
  action: "payoff.schedule",
  summary: "Quotes the payoff of a loan for a date, or for the first day on which it can still be debited.",
  params: id,
  query: z.strictObject({ effectiveDate: z.optional(date) }),
  answer: z.object({ payoffQuote }),
});

export const cancelPayoff = call({
  method: "DELETE",
  path: "/api/v1/servicing/issued-products/:id/early-payoff",
  audience: "portal",
  slice: "servicing",
  action: "payoff.schedule",
  summary: "Withdraws a scheduled payoff whose debit was not sent.",
  params: id,
  answer: z.object({ issuedProduct }),
});

/** What has fallen due on a product and can be paid at once, and the banking day of its debits. */
const payNowQuote = z.object({
  effectiveDate: date,
  repaymentCents: z.int(),
  feeCents: z.int(),
  amountCents: z.int(),
});

export const quotePayNow = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/pay-now",
  audience: "portal",
  slice: "servicing",
  action: "payment.pay-now",
  summary: "Quotes what has fallen due on a product and is unpaid, for the first day on which it can be debited.",
  params: id,
  answer: z.object({ payNowQuote }),
});

export const payNow = call({
  method: "POST",
  path: "/api/v1/servicing/issued-products/:id/pay-now",
  audience: "portal",
  slice: "servicing",
  action: "payment.pay-now",
  summary: "Authorizes the debit of exactly the quoted amount on the quoted day.",
  params: id,
  body: z.strictObject({ amountCents: z.int().check(z.minimum(1)), effectiveDate: date }),
  answer: z.object({ payNowQuote }),
});

export const requestTrueUp = call({
  method: "POST",
  path: "/api/v1/servicing/issued-products/:id/true-up",
  audience: "portal",
  slice: "servicing",
  action: "advance.true-up",
  summary: "Asks to have the payments of a cash advance adjusted to the sales of their periods.",
  params: id,
  answer: z.object({
    trueUpRequest: z.object({ status: z.enum(trueUpRequestLifecycle.states), answerBy: z.iso.datetime() }),
  }),
});

export const cancelPayNow = call({
  method: "DELETE",
  path: "/api/v1/servicing/issued-products/:id/pay-now",
  audience: "portal",
  slice: "servicing",
  action: "payment.pay-now",
  summary: "Withdraws a payment of what is due whose debits were not sent.",
  params: id,
  answer: z.object({ issuedProduct }),
});

const choosable = z.array(z.object({ day: date, interestCents: z.int() }));
const choice = z.strictObject({ obligationId: uuid, day: date });

/** The days that can be chosen for an unpaid payment, each with the interest that the delay costs. */
const arrangeablePayment = z.object({
  obligationId: uuid,
  number: z.int(),
  dueOn: date,
  unpaidCents: z.int(),
  retryDays: choosable,
  moveDays: choosable,
});

export const listArrangements = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/arrangements",
  audience: "portal",
  slice: "servicing",
  action: "payment.choose-retry-day",
  summary: "Lists the unpaid payments of a loan with the days that the person can choose for them.",
  params: id,
  answer: z.object({ payments: z.array(arrangeablePayment) }),
});

export const chooseRetryDay = call({
  method: "POST",
  path: "/api/v1/servicing/issued-products/:id/retry-day",
  audience: "portal",
  slice: "servicing",
  action: "payment.choose-retry-day",
  summary: "Chooses the day on which an overdue payment is debited again.",
  params: id,
  body: choice,
  answer: z.object({ payments: z.array(arrangeablePayment) }),
});

export const movePayment = call({
  method: "POST",
  path: "/api/v1/servicing/issued-products/:id/moved-payment",
  audience: "portal",
  slice: "servicing",
  action: "payment.move",
  summary: "Moves a payment that is still to come to a later day.",
  params: id,
  body: choice,
  answer: z.object({ payments: z.array(arrangeablePayment) }),
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

import { trueUpRequestLifecycle } from "@inlay/lending/products/cash-advance/true-up-request-lifecycle.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { many, wholeNumber } from "../fields/query.ts";
import { uuid } from "../ids.ts";
import { issuedProduct } from "../issued-product.ts";
import { drawRequest } from "../servicing/draw-request.ts";
import { explanations } from "../servicing/explanation.ts";
import { issuedProductPaymentOrder, paymentDirection, paymentOrderStatus } from "../servicing/payment-order.ts";
import { payoffChoice } from "../servicing/payoff.ts";

const id = z.object({ id: uuid });
const date = z.iso.date("Invalid ISO date.");
const drawAmount = z.int("Draw request is required").check(z.minimum(100, "Must be greater than $1"));
const effectiveDate = z.strictObject({ effectiveDate: date });

/** What a payoff costs on the banking day of its debit. */
const payoffQuote = z.object({
  effectiveDate: date,
  principalCents: z.int(),
  interestCents: z.int(),
  feesCents: z.int(),
  amountCents: z.int(),
  /** The interest that the schedule would still cost, and what the payoff saves of it. */
  plannedInterestCents: z.int(),
  savedCents: z.int(),
  explanations,
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
  body: z.strictObject({ amountCents: drawAmount, purpose: z.optional(z.string().check(z.maxLength(500))) }),
  answer: z.object({ drawRequest, remainingLimitCents: z.int() }),
});

export const withdrawDraw = call({
  method: "DELETE",
  path: "/api/v1/servicing/draw-requests/:id",
  audience: "portal",
  slice: "servicing",
  action: "draw.request",
  summary: "Withdraws a draw whose payout was not sent.",
  params: id,
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

export const getDrawPayoff = call({
  method: "GET",
  path: "/api/v1/servicing/draw-requests/:id/payoff-days",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Tells whether a draw can be paid off, on which days and what it costs on the first of them.",
  params: id,
  answer: z.object({ payoff: payoffChoice }),
});

export const quoteDrawPayoff = call({
  method: "GET",
  path: "/api/v1/servicing/draw-requests/:id/early-payoff",
  audience: "portal",
  slice: "servicing",
  action: "payoff.schedule",
  summary: "Quotes the payoff of one draw for a date, or for the first day on which it can still be debited.",
  params: id,
  query: z.strictObject({ effectiveDate: z.optional(date) }),
  answer: z.object({ payoffQuote }),
});

export const cancelDrawPayoff = call({
  method: "DELETE",
  path: "/api/v1/servicing/draw-requests/:id/early-payoff",
  audience: "portal",
  slice: "servicing",
  action: "payoff.schedule",
  summary: "Withdraws the scheduled payoff of a draw whose debit was not sent.",
  params: id,
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
const part = z.literal([1, 2]);
const choice = z.strictObject({ obligationId: uuid, day: date });

/** The days that can be chosen for an unpaid payment, each with the interest that the delay costs. */
const arrangeablePayment = z.object({
  obligationId: uuid,
  // The part of a split payment, and the period of a cash advance.
  part: z.nullable(part),
  periodId: z.nullable(uuid),
  number: z.int(),
  dueOn: date,
  unpaidCents: z.int(),
  retryDays: choosable,
  moveDays: choosable,
  // The days on which its parts can be debited, if it can be split.
  splitDays: z.array(date),
});

/** A text by which a person authorizes single debits, exactly as it is saved. */
const authorizationText = z.object({ version: z.string(), text: z.string() });
const partOfSplit = { amountCents: z.int().check(z.minimum(1)), day: date };

export const listArrangements = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/arrangements",
  audience: "portal",
  slice: "servicing",
  action: "payment.choose-retry-day",
  summary: "Lists the unpaid payments of a loan or an advance with the days that the person can choose for them.",
  params: id,
  answer: z.object({ payments: z.array(arrangeablePayment) }),
});

export const chooseRetryDay = call({
  method: "POST",
  path: "/api/v1/servicing/issued-products/:id/retry-day",
  audience: "portal",
  slice: "servicing",
  action: "payment.choose-retry-day",
  summary: "Chooses the day on which an overdue payment, a part of one or the period of an advance is debited again.",
  params: id,
  body: z.strictObject({ obligationId: uuid, part: z.optional(part), periodId: z.optional(uuid), day: date }),
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

export const quoteSplitPayment = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/split-payment",
  audience: "portal",
  slice: "servicing",
  action: "payment.split",
  summary:
    "Quotes an overdue payment, or the oldest one, in two parts, for two days or the first ones on which they can be debited.",
  params: id,
  query: z.strictObject({ obligationId: z.optional(uuid), firstDay: z.optional(date), secondDay: z.optional(date) }),
  answer: z.object({
    splitQuote: z.object({
      obligationId: uuid,
      parts: z.array(z.object(partOfSplit)),
      interestCents: z.int(),
      accountNumberLast4: z.string(),
      authorization: authorizationText,
      splitDays: z.array(date),
      /** How "unpaidCents", "part1Cents" and "part2Cents" were computed. */
      explanations,
    }),
  }),
});

export const splitPayment = call({
  method: "POST",
  path: "/api/v1/servicing/issued-products/:id/split-payment",
  audience: "portal",
  slice: "servicing",
  action: "payment.split",
  summary: "Splits an overdue payment in two and authorizes the debits of exactly the quoted parts on the chosen days.",
  params: id,
  body: z.strictObject({
    obligationId: uuid,
    parts: z.tuple([z.strictObject(partOfSplit), z.strictObject(partOfSplit)]),
  }),
  answer: z.object({ payments: z.array(arrangeablePayment) }),
});

export const quotePayFromAccount = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/pay-from-account",
  audience: "portal",
  slice: "servicing",
  action: "payment.pay-from-another-account",
  summary:
    "Quotes what has fallen due, with the other accounts that can be debited for it and what the person authorizes for each.",
  params: id,
  answer: z.object({
    payNowQuote,
    accounts: z.array(
      z.object({
        bankAccountId: uuid,
        institutionName: z.nullable(z.string()),
        accountNumberLast4: z.string(),
        authorization: authorizationText,
      }),
    ),
  }),
});

export const payFromAccount = call({
  method: "POST",
  path: "/api/v1/servicing/issued-products/:id/pay-from-account",
  audience: "portal",
  slice: "servicing",
  action: "payment.pay-from-another-account",
  stepUp: true,
  summary: "Authorizes the debit of exactly the quoted amount on the quoted day from another account of the business.",
  params: id,
  body: z.strictObject({ bankAccountId: uuid, amountCents: z.int().check(z.minimum(1)), effectiveDate: date }),
  answer: z.object({ payNowQuote }),
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

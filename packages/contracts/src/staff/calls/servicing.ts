import { feeTypes } from "@inlay/lending/ledger/accounts.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { paymentOrderLifecycle } from "@inlay/lending/payments/payment-order.ts";
import { advancePeriodLifecycle } from "@inlay/lending/products/cash-advance/period-lifecycle.ts";
import { delinquencyCodes } from "@inlay/lending/servicing/delinquency.ts";
import { outsidePaymentKinds } from "@inlay/lending/servicing/outside-payment.ts";
import { payoffRequestLifecycle } from "@inlay/lending/servicing/payoff-request-lifecycle.ts";
import { writeOffCauses } from "@inlay/lending/servicing/why-not-write-off.ts";
import { z } from "zod/mini";
import { wholeNumber } from "../../fields/query.ts";
import { uuid } from "../../ids.ts";
import { outcome, reason } from "../shapes.ts";
import { staffCall } from "./staff-call.ts";

const ofProduct = "/api/staff/v1/businesses/:businessId/issued-products/:issuedProductId";
const params = z.object({ businessId: uuid, issuedProductId: uuid });
const cents = z.int();

const debit = z.object({
  paymentOrderId: uuid,
  status: z.enum(paymentOrderLifecycle.states),
  amountCents: cents,
  effectiveOn: z.iso.date(),
  retriesMade: z.int(),
  returnCode: z.nullable(z.string()),
});

/** A sales period of a cash advance. */
const period = z.object({
  periodId: uuid,
  number: z.int(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  paymentOn: z.iso.date(),
  state: z.enum(advancePeriodLifecycle.states),
  /** As the owner sees it, such as LATE or NO SALES. */
  label: z.string(),
  salesCents: z.nullable(cents),
  /** The part of the amount that was missing in earlier periods. */
  carriedCents: cents,
  /** Null until its sales are known or estimated. */
  amountCents: z.nullable(cents),
  isEstimated: z.boolean(),
  debits: z.array(debit),
});

const item = z.object({
  obligationId: uuid,
  number: z.int(),
  /** Null for an installment. */
  feeType: z.nullable(z.enum(feeTypes)),
  dueOn: z.iso.date(),
  originalDueOn: z.iso.date(),
  owedCents: cents,
  paidCents: cents,
  waivedCents: cents,
  daysPastDue: z.int(),
  debits: z.array(debit),
});

const productServicing = z.object({
  issuedProductId: uuid,
  loanStatus: z.enum(issuedProductLifecycle.states),
  daysPastDue: z.int(),
  writtenOffAt: z.nullable(z.iso.datetime()),
  items: z.array(item),
  /** Empty for everything but a cash advance. */
  periods: z.array(period),
  steps: z.array(
    z.object({
      obligationId: uuid,
      step: z.enum(delinquencyCodes),
      daysPastDue: z.int(),
      doneOn: z.iso.date(),
    }),
  ),
});
export type ProductServicing = z.output<typeof productServicing>;

/** What a product owes before and after a command that is previewed. */
const position = z.object({
  loanStatus: z.enum(issuedProductLifecycle.states),
  daysPastDue: z.int(),
  /** Installments that have fallen due. */
  dueCents: cents,
  feesCents: cents,
  /** With what is not due yet. */
  owedCents: cents,
});
const debits = z.array(z.object({ paymentOrderId: uuid, amountCents: cents, effectiveOn: z.iso.date() }));
const preview = z.object({ before: position, after: position, withdrawn: debits, ordered: debits });

/** Payments of the schedule with the days on which they fall due instead. */
const newDays = {
  payments: z.array(z.object({ obligationId: uuid, dueOn: z.iso.date() })).check(z.minLength(1), z.maxLength(60)),
};

const mostCents = 100_000_000_000;
/** A payment by wire or check, as staff read it from the bank line that is in suspense. */
const outsidePayment = {
  /** The processor's id of the bank line. */
  vendorLineId: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  receivedOn: z.iso.date(),
  /** LUMP_SUM pays what is due, then fees, then the rest. PAYOFF pays the loan off and waives the interest that it does not charge. */
  kind: z.enum(outsidePaymentKinds),
};

/** The daily life of a funded product: what is due, collected and late. */
export const servicing = {
  getProductServicing: staffCall(`${ofProduct}/servicing`, {
    method: "GET",
    action: "staff.servicing.view",
    summary: "Reads what a product owes, its debits, its days past due and the steps of delinquency that were done.",
    params,
    answer: productServicing,
  }),
  defaultProduct: staffCall(`${ofProduct}/default`, {
    method: "POST",
    action: "staff.product.default",
    summary:
      "Requests that a product enters default, after a check that nobody who owes serves in the armed forces; a second person approves.",
    params,
    body: z.strictObject({
      scraCheckedOn: z.iso.date(),
      scraCertificate: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
      reason,
    }),
    answer: outcome,
  }),
  writeOffProduct: staffCall(`${ofProduct}/write-off`, {
    method: "POST",
    action: "staff.product.write-off",
    summary: "Requests that what a product in default owes is written off; a second person approves.",
    params,
    body: z.strictObject({ cause: z.enum(writeOffCauses), reason }),
    answer: outcome,
  }),
  reinstateProduct: staffCall(`${ofProduct}/reinstate`, {
    method: "POST",
    action: "staff.product.reinstate",
    summary: "Takes a product out of its default when nothing of it is past due any more.",
    params,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  quoteLatePayoff: staffCall(`${ofProduct}/payoff-request`, {
    method: "GET",
    action: "staff.servicing.view",
    summary: "Reads the open request for the payoff of a late loan, and what the payoff costs on a banking day.",
    params,
    query: z.strictObject({ effectiveOn: z.iso.date() }),
    answer: z.object({
      status: z.enum(payoffRequestLifecycle.states),
      expiresAt: z.iso.datetime(),
      quote: z.object({
        effectiveOn: z.iso.date(),
        principalCents: cents,
        interestCents: cents,
        feesCents: cents,
        amountCents: cents,
      }),
    }),
  }),
  answerPayoffRequest: staffCall(`${ofProduct}/payoff-request/answer`, {
    method: "POST",
    action: "staff.product.answer-payoff-request",
    summary:
      "Quotes the payoff of a late loan to its owner for a banking day, who can schedule it until that day's cut-off.",
    params,
    body: z.strictObject({ effectiveOn: z.iso.date(), reason }),
    answer: outcome,
  }),
  previewFeeWaiver: staffCall(`${ofProduct}/fees/:obligationId/waiver`, {
    method: "GET",
    action: "staff.servicing.view",
    summary: "Shows what a product owes before and after the waiver of a fee, and the debit that it withdraws.",
    params: z.object({ businessId: uuid, issuedProductId: uuid, obligationId: uuid }),
    answer: preview,
  }),
  waiveFee: staffCall(`${ofProduct}/fees/:obligationId/waive`, {
    method: "POST",
    action: "staff.fee.waive",
    summary: "Waives what is unpaid of a fee, so that it is owed no more.",
    params: z.object({ businessId: uuid, issuedProductId: uuid, obligationId: uuid }),
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  previewPutOff: staffCall(`${ofProduct}/hardship-plan/preview`, {
    method: "POST",
    action: "staff.servicing.view",
    summary:
      "Shows what a product owes before and after its payments are put off, and how its debits change. Nothing is saved.",
    params,
    body: z.strictObject(newDays),
    answer: preview,
  }),
  putOffPayments: staffCall(`${ofProduct}/hardship-plan`, {
    method: "POST",
    action: "staff.product.put-off-payments",
    summary: "Requests that payments of a loan fall due later, for a business in hardship; a second person approves.",
    params,
    body: z.strictObject({ ...newDays, reason }),
    answer: outcome,
  }),
  previewOutsidePayment: staffCall(`${ofProduct}/outside-payments`, {
    method: "GET",
    action: "staff.servicing.view",
    summary:
      "Shows what a payment by wire or check would pay, the status that follows and the debits that it withdraws.",
    params,
    query: z.strictObject({ ...outsidePayment, amountCents: wholeNumber(1, mostCents) }),
    answer: z.extend(preview, {
      paid: z.object({ principalCents: cents, interestCents: cents, feeCents: cents, overpaidCents: cents }),
      /** Debits without an outcome. What they pay too much is refunded. */
      onTheirWay: debits,
    }),
  }),
  recordOutsidePayment: staffCall(`${ofProduct}/outside-payments`, {
    method: "POST",
    action: "staff.outside-payment.record",
    summary: "Requests that a payment by wire or check is applied to a product; a second person approves.",
    params,
    body: z.strictObject({
      ...outsidePayment,
      amountCents: z.int().check(z.minimum(1), z.maximum(mostCents)),
      reason,
    }),
    answer: outcome,
  }),
};

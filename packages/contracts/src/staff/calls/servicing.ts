import { feeTypes } from "@inlay/lending/ledger/accounts.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { paymentOrderLifecycle } from "@inlay/lending/payments/payment-order.ts";
import { advanceBreachLifecycle } from "@inlay/lending/products/cash-advance/breach-lifecycle.ts";
import { advancePeriodLifecycle } from "@inlay/lending/products/cash-advance/period-lifecycle.ts";
import { delinquencyCodes } from "@inlay/lending/servicing/delinquency.ts";
import { limitChangeReasons, suspensionReasons } from "@inlay/lending/servicing/line-changes.ts";
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
  /** An advance that may not be debited any more: the last day on which that is cured, and whether it has passed. */
  breach: z.nullable(
    z.object({ state: z.enum(advanceBreachLifecycle.states), lostOn: z.iso.date(), cureBy: z.iso.date() }),
  ),
  items: z.array(item),
  /** Empty for everything but a cash advance. */
  periods: z.array(period),
  /** What the platform has withheld for an integrated advance; null for other products. */
  receivables: z.nullable(
    z.object({
      withheldCents: cents,
      unpaidCents: cents,
      lastOn: z.nullable(z.iso.date()),
      /** Since this day sales are reported and no receivable has arrived. */
      missingSince: z.nullable(z.iso.date()),
    }),
  ),
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

const paid = z.object({ principalCents: cents, interestCents: cents, feeCents: cents, overpaidCents: cents });
const paymentParams = z.object({ businessId: uuid, issuedProductId: uuid, paymentOrderId: uuid });

/** Payments of the schedule with the days on which they fall due instead. */
const newDays = {
  payments: z.array(z.object({ obligationId: uuid, dueOn: z.iso.date() })).check(z.minLength(1), z.maxLength(60)),
};

const lineLimit = z.object({ limitCents: cents, availableCents: cents, overLimitCents: cents });
const mostCents = 100_000_000_000;
/** A payment by wire or check, as staff read it from the bank line that is in suspense. */
const outsidePayment = {
  /** The processor's id of the bank line. */
  vendorLineId: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  receivedOn: z.iso.date(),
  /** LUMP_SUM pays what is due, then fees, then the rest. PAYOFF pays the loan off and waives the interest that it does not charge. */
  kind: z.enum(outsidePaymentKinds),
};

/** That the business of an advance has closed, as two members of staff confirm it. */
const businessClosure = {
  closedOn: z.iso.date(),
  /** What confirms it, such as the entry of the state's register. */
  evidence: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
};

/** The sales of a period as a document of the business shows them. */
const salesRecord = {
  salesCents: z.int().check(z.minimum(0), z.maximum(mostCents)),
  documentId: uuid,
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
  previewBusinessClosure: staffCall(`${ofProduct}/business-closure`, {
    method: "GET",
    action: "staff.servicing.view",
    summary:
      "Shows since when the business of an advance has had no sales, and what would be written off if it has closed.",
    params,
    answer: z.extend(preview, {
      lastSalesOn: z.iso.date(),
      daysWithoutSales: z.int(),
      writtenOff: z.object({ principalCents: cents, feeCents: cents }),
    }),
  }),
  closeBusiness: staffCall(`${ofProduct}/business-closure`, {
    method: "POST",
    action: "staff.product.close-business",
    summary:
      "Requests that an advance whose business has closed is written off and closed without a default; a second person approves.",
    params,
    body: z.strictObject({ ...businessClosure, reason }),
    answer: outcome,
  }),
  previewRevocation: staffCall("/api/staff/v1/businesses/:businessId/bank-accounts/:bankAccountId/revocation", {
    method: "GET",
    action: "staff.servicing.view",
    summary:
      "Shows the debits that end when the business revokes that an account may be debited, and by when an advance needs another.",
    params: z.object({ businessId: uuid, bankAccountId: uuid }),
    answer: z.object({
      products: z.array(
        z.object({
          issuedProductId: uuid,
          withdrawn: debits,
          /** Of an advance: the last day on which another account is named without a breach. */
          breachAfter: z.nullable(z.iso.date()),
        }),
      ),
    }),
  }),
  revokeAuthorization: staffCall("/api/staff/v1/businesses/:businessId/bank-accounts/:bankAccountId/revocation", {
    method: "POST",
    action: "staff.debit-authorization.revoke",
    summary: "Records that the business has revoked in writing that an account may be debited.",
    params: z.object({ businessId: uuid, bankAccountId: uuid }),
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  previewSalesRecord: staffCall(`${ofProduct}/periods/:periodId/sales/preview`, {
    method: "POST",
    action: "staff.servicing.view",
    summary:
      "Shows the share of sales that staff would record for a period of an advance, and what it changes. Nothing is saved.",
    params: z.object({ businessId: uuid, issuedProductId: uuid, periodId: uuid }),
    body: z.strictObject(salesRecord),
    answer: z.extend(preview, {
      salesCents: cents,
      repaymentPercentage: z.string(),
      shareCents: cents,
      /** What the period has called for so far; null where it has not been decided. */
      calledCents: z.nullable(cents),
      differenceCents: z.nullable(cents),
      /** DUE: it is debited with the share. LATER: it is corrected when its debit has an outcome. */
      outcome: z.enum(["DUE", "REPLACED", "NEXT_PERIOD", "REFUND", "NONE", "LATER"]),
      people: z.int(),
    }),
  }),
  recordSales: staffCall(`${ofProduct}/periods/:periodId/sales`, {
    method: "POST",
    action: "staff.sales-evidence.record",
    summary:
      "Records the sales of a period of an advance from a document; where they lower what was called for, a second person approves.",
    params: z.object({ businessId: uuid, issuedProductId: uuid, periodId: uuid }),
    body: z.strictObject({ ...salesRecord, reason }),
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
  approveDraw: staffCall("/api/staff/v1/businesses/:businessId/draws/:drawId/approve", {
    method: "POST",
    action: "staff.draw.approve",
    summary: "Sends the payout of a draw, or another one after it has failed.",
    params: z.object({ businessId: uuid, drawId: uuid }),
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  rejectDraw: staffCall("/api/staff/v1/businesses/:businessId/draws/:drawId/reject", {
    method: "POST",
    action: "staff.draw.reject",
    summary: "Refuses a draw whose payout was not sent. A notice to the business is due in thirty days.",
    params: z.object({ businessId: uuid, drawId: uuid }),
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  suspendLine: staffCall(`${ofProduct}/suspend`, {
    method: "POST",
    action: "staff.line.suspend",
    summary:
      "Stops new draws or invoices on a line. A notice is due in thirty days unless its business has asked for it.",
    params,
    body: z.strictObject({ suspensionReason: z.enum(suspensionReasons), reason }),
    answer: outcome,
  }),
  reinstateLine: staffCall(`${ofProduct}/reinstate-line`, {
    method: "POST",
    action: "staff.line.reinstate",
    summary: "Admits draws or invoices on a suspended line again.",
    params,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  previewLimitChange: staffCall(`${ofProduct}/limit`, {
    method: "GET",
    action: "staff.servicing.view",
    summary: "Shows a line's limit and what is available before and after a change, and whether a notice is due.",
    params,
    query: z.strictObject({ limitCents: wholeNumber(0, mostCents), limitReason: z.enum(limitChangeReasons) }),
    answer: z.object({ before: lineLimit, after: lineLimit, isNoticeDue: z.boolean() }),
  }),
  changeLimit: staffCall(`${ofProduct}/limit`, {
    method: "POST",
    action: "staff.line.change-limit",
    summary: "Requests another limit of a line, at most the signed one; a second person approves.",
    params,
    body: z.strictObject({ limitCents: cents, limitReason: z.enum(limitChangeReasons), reason }),
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
      paid,
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
  previewReturnedPayment: staffCall(`${ofProduct}/outside-payments/:paymentOrderId/return`, {
    method: "GET",
    action: "staff.servicing.view",
    summary: "Shows what is owed again when a payment by wire or check comes back, and the debits that follow.",
    params: paymentParams,
    query: z.strictObject({ vendorLineId: outsidePayment.vendorLineId }),
    answer: z.extend(preview, { takenBack: paid }),
  }),
  returnOutsidePayment: staffCall(`${ofProduct}/outside-payments/:paymentOrderId/return`, {
    method: "POST",
    action: "staff.outside-payment.return",
    summary:
      "Requests that a payment by wire or check is taken back because it has bounced or was called back; a second person approves.",
    params: paymentParams,
    body: z.strictObject({ vendorLineId: outsidePayment.vendorLineId, reason }),
    answer: outcome,
  }),
  previewAnnouncedPayment: staffCall(`${ofProduct}/announced-payments`, {
    method: "GET",
    action: "staff.servicing.view",
    summary: "Shows what a payment by wire or check would pay if it came on the day for which it is announced.",
    params,
    query: z.strictObject({ amountCents: wholeNumber(1, mostCents), expectedOn: z.iso.date() }),
    answer: z.object({ effectiveOn: z.iso.date(), paid }),
  }),
  announceOutsidePayment: staffCall(`${ofProduct}/announced-payments`, {
    method: "POST",
    action: "staff.outside-payment.announce",
    summary:
      "Announces a payment by wire or check, which another person approves. It waits for the line of our bank until five banking days after its day.",
    params,
    body: z.strictObject({
      amountCents: z.int().check(z.minimum(1), z.maximum(mostCents)),
      expectedOn: z.iso.date(),
      reason,
    }),
    answer: outcome,
  }),
};

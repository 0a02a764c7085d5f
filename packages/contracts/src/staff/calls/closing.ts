import { checkResults, checkSources, closingChecks } from "@inlay/lending/applications/closing-checks.ts";
import { additionalInputs } from "@inlay/lending/onboarding/steps.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { type DenialReason, denialReasons, mostDenialReasons } from "@inlay/lending/underwriting/denial-reasons.ts";
import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { inputRequest, outcome, reason } from "../shapes.ts";
import { staffCall } from "./staff-call.ts";

const time = z.iso.datetime();
const inClosing = "/api/staff/v1/businesses/:businessId/applications/:applicationId/closing";
const applicationParams = z.object({ businessId: uuid, applicationId: uuid });

/** One check of the list. A check that has no result yet is OPEN, without a source. */
const closingLine = z.object({
  check: z.enum(closingChecks),
  result: z.enum(checkResults),
  source: z.nullable(z.enum(checkSources)),
  /** The member of staff who confirmed it. */
  confirmedBy: z.nullable(uuid),
  note: z.nullable(z.string()),
  checkedAt: z.nullable(time),
});
export type ClosingLine = z.output<typeof closingLine>;

const payoffLetter = z.object({
  existingDebtId: z.string(),
  /** What the terms pay to the creditor. */
  payoffCents: z.int(),
  /** The latest letter; null: none was recorded. */
  letter: z.nullable(
    z.object({
      id: uuid,
      amountCents: z.int(),
      perDiemCents: z.int(),
      goodThrough: z.iso.date(),
      bankAccountId: uuid,
      recordedBy: uuid,
      recordedAt: time,
    }),
  ),
});

const payoffLetters = z.object({ applicationId: uuid, offerId: uuid, payoffLetters: z.array(payoffLetter) });
export type PayoffLetters = z.output<typeof payoffLetters>;

const closingChecklist = z.object({
  applicationId: uuid,
  offerId: uuid,
  product: z.enum(productTypes),
  amountCents: z.int(),
  /** What is paid out; null for a line, which is opened without a payout. */
  payoutCents: z.nullable(z.int()),
  /** The account that is paid; null: no account is chosen for payouts. */
  bankAccountId: z.nullable(uuid),
  begunAt: time,
  closeBy: time,
  endedAt: z.nullable(time),
  checks: z.array(closingLine),
  payoffLetters: z.array(payoffLetter),
});
export type ClosingChecklist = z.output<typeof closingChecklist>;

const denialReason = z.enum(Object.keys(denialReasons) as [DenialReason, ...DenialReason[]]);
const denialReasonList = z.array(denialReason).check(z.minLength(1), z.maxLength(mostDenialReasons));

/** Payoff letters of a chosen offer, and applications whose agreement everybody has signed: the checklist, funding, and a closing that fails. */
export const closing = {
  getClosingChecklist: staffCall(inClosing, {
    method: "GET",
    action: "staff.closing.view",
    summary: "Reads the closing checklist of an application: each check with its result, who confirmed it and when.",
    params: applicationParams,
    answer: closingChecklist,
  }),
  runClosingChecks: staffCall(`${inClosing}/checks`, {
    method: "POST",
    action: "staff.closing.check",
    summary:
      "Screens the business and its owners again, reads the balances from the banks, and computes every check from the data of now.",
    params: applicationParams,
    answer: closingChecklist,
  }),
  confirmClosingCheck: staffCall(`${inClosing}/confirmations`, {
    method: "POST",
    action: "staff.closing.confirm-check",
    summary: "Confirms a check about which the data says nothing. The reason is kept as its note.",
    params: applicationParams,
    body: z.strictObject({ check: z.enum(closingChecks), reason }),
    answer: outcome,
  }),
  listPayoffLetters: staffCall(`${inClosing}/payoff-letters`, {
    method: "GET",
    action: "staff.closing.view",
    summary:
      "Lists the debts to other lenders that the chosen offer of an application pays off, each with its latest payoff letter.",
    params: applicationParams,
    answer: payoffLetters,
  }),
  recordPayoffLetter: staffCall(`${inClosing}/payoff-letters`, {
    method: "POST",
    action: "staff.closing.record-payoff-letter",
    summary:
      "Records the payoff letter of another lender whose debt the loan pays off. It replaces an earlier one. Until everybody has signed, another figure changes the offer: what is out for signature is voided, and the documents are made again.",
    params: applicationParams,
    body: z.strictObject({
      existingDebtId: z.string().check(z.minLength(1), z.maxLength(100)),
      amountCents: z.int().check(z.minimum(1)),
      perDiemCents: z.int().check(z.minimum(0)),
      goodThrough: z.iso.date(),
      bankAccountId: uuid,
      reason,
    }),
    answer: outcome,
  }),
  fundLoan: staffCall(`${inClosing}/fund`, {
    method: "POST",
    action: "staff.loan.fund",
    summary:
      "Requests that the loan is made: the product is issued and its payout ordered. A second person approves, and every check is made again then.",
    params: applicationParams,
    body: z.strictObject({ reason }),
    answer: outcome,
    status: 202,
  }),
  fundAgain: staffCall("/api/staff/v1/businesses/:businessId/issued-products/:issuedProductId/fund", {
    method: "POST",
    action: "staff.loan.fund",
    summary:
      "Requests that a loan or an advance whose payout came back is paid out again, to the account that the owner has chosen since. A second person approves.",
    params: z.object({ businessId: uuid, issuedProductId: uuid }),
    body: z.strictObject({ reason }),
    answer: outcome,
    status: 202,
  }),
  decideSignerChange: staffCall("/api/staff/v1/businesses/:businessId/owners/:ownerId/signer-change", {
    method: "POST",
    action: "staff.closing.decide-signer-change",
    summary:
      "Confirms that a co-owner who does not sign is replaced or removed, refuses it, or ends the application because of it. A second person approves, unless it is refused.",
    params: z.object({ businessId: uuid, ownerId: uuid }),
    body: z.discriminatedUnion("outcome", [
      z.strictObject({ outcome: z.literal("CONFIRM"), reason }),
      z.strictObject({ outcome: z.literal("REFUSE"), reason }),
      z.strictObject({ outcome: z.literal("DECLINE"), reasons: denialReasonList, reason }),
    ]),
    answer: outcome,
    status: 202,
  }),
  failClosing: staffCall(`${inClosing}/fail`, {
    method: "POST",
    action: "staff.closing.fail",
    summary:
      "Requests that a failed check ends the application, or that the owner is asked for more input while the closing waits. A second person approves.",
    params: applicationParams,
    body: z.discriminatedUnion("outcome", [
      z.strictObject({
        outcome: z.literal("DECLINE"),
        reasons: denialReasonList,
        reason,
      }),
      z.strictObject({
        outcome: z.literal("REQUEST_INPUT"),
        subStep: z.enum(additionalInputs),
        request: z.optional(inputRequest),
        reason,
      }),
    ]),
    answer: outcome,
    status: 202,
  }),
};

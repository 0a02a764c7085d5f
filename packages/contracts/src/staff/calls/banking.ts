import { z } from "zod/mini";
import { accountChange, accountChangeOutcomes } from "../../bank.ts";
import { uuid } from "../../ids.ts";
import { outcome, reason, verificationOutcome } from "../shapes.ts";
import { staffCall, taskParams } from "./staff-call.ts";

/** A stopped change, with the owner who stopped it. */
const stoppedChange = z.extend(accountChange, {
  id: uuid,
  accountIds: z.array(uuid),
  stoppedBy: z.object({ name: z.nullable(z.string()), email: z.string() }),
});

const bankItemParams = z.object({ businessId: uuid, bankItemId: uuid });
const bankAccountParams = z.object({ businessId: uuid, bankAccountId: uuid });

/** Blocked banks and accounts, stopped changes, and platform-provided accounts. */
export const banking = {
  blockBankItem: staffCall("/api/staff/v1/businesses/:businessId/bank-items/:bankItemId/block", {
    method: "POST",
    action: "staff.bank-item.block",
    summary: "Blocks all payments from and to a linked bank.",
    params: bankItemParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  unblockBankItem: staffCall("/api/staff/v1/businesses/:businessId/bank-items/:bankItemId/unblock", {
    method: "POST",
    action: "staff.bank-item.unblock",
    summary: "Requests that payments from and to a linked bank are unblocked; a second person approves.",
    params: bankItemParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  unblockBankAccount: staffCall("/api/staff/v1/businesses/:businessId/bank-accounts/:bankAccountId/unblock", {
    method: "POST",
    action: "staff.bank-account.unblock",
    summary: "Requests that an account blocked or frozen by a return is used again; a second person approves.",
    params: bankAccountParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  closeAccountCorrection: staffCall(
    "/api/staff/v1/businesses/:businessId/account-corrections/:accountCorrectionId/close",
    {
      method: "POST",
      action: "staff.bank-account.close-correction",
      summary: "Closes a notification of change that could not be applied; the account is used again as it is.",
      params: z.object({ businessId: uuid, accountCorrectionId: uuid }),
      body: z.strictObject({ reason }),
      answer: outcome,
    },
  ),
  getStoppedChange: staffCall("/api/staff/v1/tasks/:taskId/account-change", {
    method: "GET",
    action: "staff.account-change.view",
    summary: "Reads the change of accounts that an owner stopped, and who stopped it.",
    params: taskParams,
    answer: stoppedChange,
  }),
  decideStoppedChange: staffCall("/api/staff/v1/tasks/:taskId/account-change/decide", {
    method: "POST",
    action: "staff.account-change.decide",
    summary:
      "Ends a stopped change: keeps its accounts blocked, or requests that they are used again; a second person approves that.",
    params: taskParams,
    body: z.strictObject({ outcome: z.enum(accountChangeOutcomes), reason }),
    answer: outcome,
  }),
  verifyBankAccount: staffCall("/api/staff/v1/businesses/:businessId/bank-accounts/:bankAccountId/verify", {
    method: "POST",
    action: "staff.bank-account.verify",
    summary:
      "Records whether an account belongs to the business. That an account typed in by an owner does, a second person approves.",
    params: bankAccountParams,
    body: z.strictObject({ outcome: verificationOutcome, reason }),
    answer: outcome,
  }),
};

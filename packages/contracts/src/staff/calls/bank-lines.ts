import { books } from "@inlay/lending/ledger/accounts.ts";
import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { outcome, reason } from "../shapes.ts";
import { staffCall, taskParams } from "./staff-call.ts";

/** A line of our bank statement that belongs to no payment order yet. The bank's text is not stored: it can name people. */
const unidentifiedLine = z.object({
  id: uuid,
  /** The processor's id, under which its dashboard shows the bank's text. */
  vendorLineId: z.string(),
  book: z.enum(books),
  postedOn: z.iso.date(),
  direction: z.enum(["IN", "OUT"]),
  amountCents: z.int(),
});

/** Bank statement lines in suspense. The task that reports a line names it in the path. */
export const bankLines = {
  getUnidentifiedLine: staffCall("/api/staff/v1/tasks/:taskId/bank-line", {
    method: "GET",
    action: "staff.bank-line.view",
    summary: "Reads the unidentified bank line of a task.",
    params: taskParams,
    answer: unidentifiedLine,
  }),
  identifyBankLine: staffCall("/api/staff/v1/tasks/:taskId/bank-line/identify", {
    method: "POST",
    action: "staff.bank-line.identify",
    summary: "Requests that an unidentified bank line is given to its payment order; a second person approves.",
    params: taskParams,
    body: z.strictObject({ paymentOrderId: uuid, reason }),
    answer: outcome,
  }),
  identifyBankCharge: staffCall("/api/staff/v1/tasks/:taskId/bank-line/bank-charge", {
    method: "POST",
    action: "staff.bank-line.charge",
    summary: "Requests that an unidentified withdrawal is booked as a charge of our bank; a second person approves.",
    params: taskParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  requestBankReturn: staffCall("/api/staff/v1/tasks/:taskId/bank-line/request-return", {
    method: "POST",
    action: "staff.bank-line.request-return",
    summary:
      "Requests that our bank sends an unidentified receipt back, or gets an unidentified withdrawal back; a second person approves.",
    params: taskParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
};

import { dishonorCodes } from "@inlay/lending/payments/reversal.ts";
import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { outcome, reason } from "../shapes.ts";
import { businessParams, staffCall, taskParams } from "./staff-call.ts";

const orderIds = z.strictObject({ paymentOrderIds: z.array(uuid).check(z.minLength(1), z.maxLength(100)), reason });
const decided = z.object({ outcomes: z.array(z.extend(outcome, { paymentOrderId: uuid })) });

/** Payments that wait for approval, are held or failed. */
export const payments = {
  approvePaymentOrders: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/approve", {
    method: "POST",
    action: "staff.payment.approve",
    summary: "Approves payments. Large payments wait for a second person's approval.",
    params: businessParams,
    body: orderIds,
    answer: decided,
  }),
  rejectPaymentOrders: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/reject", {
    method: "POST",
    action: "staff.payment.reject",
    summary: "Rejects payments that are not approved yet.",
    params: businessParams,
    body: orderIds,
    answer: decided,
  }),
  retryPaymentOrder: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/:paymentOrderId/retry", {
    method: "POST",
    action: "staff.payment.retry",
    summary: "Retries a failed debit within the limits of the ACH network.",
    params: z.object({ businessId: uuid, paymentOrderId: uuid }),
    body: z.strictObject({ bankAccountId: z.optional(uuid), isCauseCorrected: z.boolean(), reason }),
    answer: outcome,
  }),
  releaseUnusualPayment: staffCall(
    "/api/staff/v1/businesses/:businessId/payment-orders/:paymentOrderId/release-unusual",
    {
      method: "POST",
      action: "staff.payment.release-unusual",
      summary: "Lets a payment go that is held as unusual. Large payments wait for a second person's approval.",
      params: z.object({ businessId: uuid, paymentOrderId: uuid }),
      body: z.strictObject({ reason }),
      answer: outcome,
    },
  ),
  cancelUnusualPayment: staffCall(
    "/api/staff/v1/businesses/:businessId/payment-orders/:paymentOrderId/cancel-unusual",
    {
      method: "POST",
      action: "staff.payment.cancel-unusual",
      summary: "Cancels a payment that is held as unusual.",
      params: z.object({ businessId: uuid, paymentOrderId: uuid }),
      body: z.strictObject({ reason }),
      answer: outcome,
    },
  ),
  reversePaymentOrder: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/:paymentOrderId/reverse", {
    method: "POST",
    action: "staff.payment.reverse",
    summary: "Requests that a wrong debit is paid back within five banking days; a second person approves.",
    params: z.object({ businessId: uuid, paymentOrderId: uuid }),
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  dishonorReturn: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/:paymentOrderId/dishonor-return", {
    method: "POST",
    action: "staff.payment.dishonor-return",
    summary: "Requests that a wrong return is dishonored within five banking days; a second person approves.",
    params: z.object({ businessId: uuid, paymentOrderId: uuid }),
    body: z.strictObject({ dishonorCode: z.enum(dishonorCodes), reason }),
    answer: outcome,
  }),
  releaseDebits: staffCall("/api/staff/v1/tasks/:taskId/release-debits", {
    method: "POST",
    action: "staff.debits.release",
    summary: "Requests the release of debits that are held because of a high return rate; a second person approves.",
    params: taskParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
};

import { lifecycle } from "../flow/lifecycle.ts";

/**
 * One movement of money, in or out. A failed order never changes again: a retry is a new order. RETRIED, BOOKED,
 * PRE_DEBIT_CHECK, SUBMIT, PROCESSOR_BACK, NOT_ACCEPTED, RESOLVED, SETTLED, FAILED, NOT_RECEIVED and RETURNED are our own names.
 */
export const paymentOrderLifecycle = lifecycle("payment order", {
  begins: { CREATED: "CREATED", RETRIED: "CREATED" },
  moves: {
    CREATED: {
      APPROVED: "SCHEDULED",
      REJECTED: "REJECTED",
      CANCELLED: "CANCELLED",
      // A transfer between our own books does not use the processor.
      BOOKED: "SUCCESSFUL_PAYMENT",
    },
    SCHEDULED: {
      CANCELLED: "CANCELLED",
      PRE_DEBIT_CHECK: "SCHEDULED",
      SUBMIT: "SUBMITTED",
      PAYMENT_PROCESSOR_OUTAGE: "PAYMENT_PROCESSOR_OUTAGE",
    },
    // An order that the processor never accepted starts again: what was checked before the outage may have changed.
    PAYMENT_PROCESSOR_OUTAGE: { PROCESSOR_BACK: "SUBMITTED", NOT_ACCEPTED: "SCHEDULED" },
    SUBMITTED: {
      SETTLED: "SUCCESSFUL_PAYMENT",
      FAILED: "FAILED_PAYMENT",
      UNEXPECTED_ERROR: "UNEXPECTED_ERROR",
      // A payment from outside, such as a wire, was announced and did not come.
      NOT_RECEIVED: "CANCELLED",
    },
    UNEXPECTED_ERROR: { RESOLVED: ["SUBMITTED", "FAILED_PAYMENT", "SUCCESSFUL_PAYMENT"] },
    SUCCESSFUL_PAYMENT: { RETURNED: "FAILED_PAYMENT" },
    FAILED_PAYMENT: {},
    REJECTED: {},
    CANCELLED: {},
  },
  ends: ["SUCCESSFUL_PAYMENT", "FAILED_PAYMENT", "REJECTED", "CANCELLED"],
});
export type PaymentOrderStatus = (typeof paymentOrderLifecycle.states)[number];

export const paymentDirections = ["OUTGOING", "INCOMING"] as const;
export type PaymentDirection = (typeof paymentDirections)[number];
export const paymentTypes = ["REPAYMENT", "FEE", "OUTGOING", "REFUND"] as const;
export type PaymentType = (typeof paymentTypes)[number];
export const transferTypes = ["CASH", "BOOK_TRANSFER"] as const;
export type TransferType = (typeof transferTypes)[number];

/** Whether the order is in flight with an unknown outcome. */
export const isPending = (status: PaymentOrderStatus): boolean =>
  status === "SUBMITTED" || status === "PAYMENT_PROCESSOR_OUTAGE" || status === "UNEXPECTED_ERROR";

/** Whether the order is not submitted yet, so that another order can replace it. */
export const isReplaceable = (status: PaymentOrderStatus): boolean => status === "CREATED" || status === "SCHEDULED";

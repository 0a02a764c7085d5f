import { labeled } from "../../flow/labeled.ts";
import type { PaymentOrderStatus } from "../../payments/payment-order.ts";
import type { DrawRequestState } from "./draw-request.ts";

/** The statuses of a draw on screens. */
export const drawDisplayStatuses = labeled({
  PENDING: "PENDING",
  CURRENT: "CURRENT",
  ACTIVE: "ACTIVE",
  PAID_OFF: "PAID OFF",
  PAID: "PAID",
  DEFAULTED: "DEFAULTED",
  LATE: "LATE",
  REJECTED: "REJECTED",
});
export type DrawDisplayStatus = (typeof drawDisplayStatuses)[keyof typeof drawDisplayStatuses];

const { PENDING, CURRENT, ACTIVE, PAID_OFF, PAID, DEFAULTED, LATE, REJECTED } = drawDisplayStatuses;

/** The status on the draw's own page. */
export const drawDetailsStatus = {
  PENDING_FUND_DISBURSEMENT: PENDING,
  WAITING_FOR_REPAYMENT: CURRENT,
  CLOSED: PAID_OFF,
  DEFAULTED,
  REJECTED,
} as const satisfies Record<DrawRequestState, DrawDisplayStatus>;

/** The status in the history of draws. */
export const drawHistoryStatus = {
  PENDING_FUND_DISBURSEMENT: PENDING,
  WAITING_FOR_REPAYMENT: ACTIVE,
  CLOSED: PAID,
  DEFAULTED: LATE,
  REJECTED,
} as const satisfies Record<DrawRequestState, DrawDisplayStatus>;

/** The statuses of a draw; one with a payment that is more than 5 days past due is late, although it still waits for repayment. */
export function drawStatuses({ state, isLate }: { state: DrawRequestState; isLate: boolean }): {
  details: DrawDisplayStatus;
  history: DrawDisplayStatus;
} {
  if (isLate && state === "WAITING_FOR_REPAYMENT") return { details: LATE, history: LATE };
  return { details: drawDetailsStatus[state], history: drawHistoryStatus[state] };
}

/** Only a funded draw has its own page. */
export const opensDrawDetails = (state: DrawRequestState): boolean =>
  state === "WAITING_FOR_REPAYMENT" || state === "DEFAULTED" || state === "CLOSED";

export const paymentDisplayStatuses = labeled({
  SCHEDULED: "SCHEDULED",
  PROCESSING: "PROCESSING",
  PENDING: "PENDING",
  PAID: "PAID",
  FAILED: "FAILED",
  REJECTED: "REJECTED",
  CANCELLED: "CANCELLED",
});
export type PaymentDisplayStatus = (typeof paymentDisplayStatuses)[keyof typeof paymentDisplayStatuses];

const payments = paymentDisplayStatuses;
const onPage: Record<PaymentOrderStatus, PaymentDisplayStatus> = {
  CREATED: payments.PROCESSING,
  SUBMITTED: payments.PROCESSING,
  SUCCESSFUL_PAYMENT: payments.PAID,
  REJECTED: payments.REJECTED,
  CANCELLED: payments.CANCELLED,
  FAILED_PAYMENT: payments.FAILED,
  PAYMENT_PROCESSOR_OUTAGE: payments.FAILED,
  UNEXPECTED_ERROR: payments.FAILED,
  SCHEDULED: payments.SCHEDULED,
};

/** The status of a payment on the page of its draw; null when there is no order yet. */
export const drawPaymentRowStatus = (order: PaymentOrderStatus | null): PaymentDisplayStatus =>
  order === null ? payments.SCHEDULED : onPage[order];

const inSchedule: Record<PaymentOrderStatus, PaymentDisplayStatus> = {
  CANCELLED: payments.CANCELLED,
  CREATED: payments.SCHEDULED,
  SCHEDULED: payments.SCHEDULED,
  FAILED_PAYMENT: payments.FAILED,
  REJECTED: payments.REJECTED,
  SUCCESSFUL_PAYMENT: payments.PAID,
  SUBMITTED: payments.PENDING,
  PAYMENT_PROCESSOR_OUTAGE: payments.PENDING,
  UNEXPECTED_ERROR: payments.PENDING,
};

/** The status of the same payment in the schedule of all draws. There an unknown outcome is not shown as a failure. */
export const paymentScheduleRowStatus = (order: PaymentOrderStatus | null): PaymentDisplayStatus =>
  order === null ? payments.SCHEDULED : inSchedule[order];

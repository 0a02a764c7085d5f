import { labeled } from "../flow/labeled.ts";

/** The statuses of a row of the payment history. */
export const paymentRowStatuses = labeled({ PAID: "PAID", NO_SALES: "NO SALES", LATE: "LATE", OPEN: "-" });
export type PaymentRowStatus = (typeof paymentRowStatuses)[keyof typeof paymentRowStatuses];

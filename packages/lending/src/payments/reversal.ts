import { addBankingDays } from "../calendar/banking-day.ts";
import type { BusinessDate } from "../calendar/business-date.ts";
import type { PaymentDirection, PaymentOrderStatus } from "./payment-order.ts";

/** The network's limit for a reversal after the settlement, and for a dishonored return after the return. */
const withinBankingDays = 5;

export type DebitToReverse = {
  direction: PaymentDirection;
  status: PaymentOrderStatus;
  /** The settlement date. */
  effectiveOn: BusinessDate;
  /** It is a reversal or a dishonored return itself. */
  isCorrection: boolean;
};

export type ReversalRefusal = "WRONG_STATE" | "REVERSAL_WINDOW_OVER";

/**
 * Whether a wrong debit may be paid back as a reversal, which is always over the whole debit. A debit that failed or was returned took no
 * money.
 */
export function whyNotReverse(debit: DebitToReverse, today: BusinessDate): ReversalRefusal | null {
  const isTaken = debit.status === "SUBMITTED" || debit.status === "SUCCESSFUL_PAYMENT";
  if (debit.direction !== "INCOMING" || !isTaken || debit.isCorrection) return "WRONG_STATE";
  return today > addBankingDays(debit.effectiveOn, withinBankingDays) ? "REVERSAL_WINDOW_OVER" : null;
}

/** The codes with which our bank sends a wrong return back. */
export const dishonorCodes = ["R61", "R62", "R67", "R68", "R69", "R70"] as const;
export type DishonorCode = (typeof dishonorCodes)[number];

export type ReturnedDebit = Pick<DebitToReverse, "direction" | "status" | "isCorrection"> & {
  /** Null for a debit that failed without a return. */
  returnCode: string | null;
  returnedOn: BusinessDate;
};

export type DishonorRefusal = "WRONG_STATE" | "DISHONOR_WINDOW_OVER";

/** Whether a wrong return of a debit may be dishonored, which collects the debit's amount again. */
export function whyNotDishonor(debit: ReturnedDebit, today: BusinessDate): DishonorRefusal | null {
  const isReturned = debit.status === "FAILED_PAYMENT" && debit.returnCode !== null;
  if (debit.direction !== "INCOMING" || !isReturned || debit.isCorrection) return "WRONG_STATE";
  return today > addBankingDays(debit.returnedOn, withinBankingDays) ? "DISHONOR_WINDOW_OVER" : null;
}

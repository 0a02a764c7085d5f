import { isPending, type PaymentOrderStatus } from "../../payments/payment-order.ts";
import type { AdvancePeriodEvent, AdvancePeriodState } from "./period-lifecycle.ts";

type Debit = { status: PaymentOrderStatus; isClaimed: boolean };

/** The states in which a period's amount is called for and not paid. */
export const isCalledFor = (state: AdvancePeriodState): boolean =>
  state === "DUE" || state === "DUE_ESTIMATED" || state === "UNPAID";

/** The events of a period that its debits have caused and its state does not show yet, in their order. */
export function eventsByDebits(state: AdvancePeriodState, debits: readonly Debit[]): AdvancePeriodEvent[] {
  const isPaid = debits.some(({ status }) => status === "SUCCESSFUL_PAYMENT");
  const isOnItsWay = debits.some(({ status, isClaimed }) => isPending(status) || (status === "SCHEDULED" && isClaimed));
  const hasFailed = debits.some(({ status }) => status === "FAILED_PAYMENT");
  switch (state) {
    case "DUE":
    case "DUE_ESTIMATED":
      if (isPaid) return ["SUCCESSFUL_PAYMENT"];
      return hasFailed && !isOnItsWay ? ["FAILED_PAYMENT"] : [];
    case "UNPAID":
      if (isPaid) return ["RETRIED", "SUCCESSFUL_PAYMENT"];
      return isOnItsWay ? ["RETRIED"] : [];
    case "PAID":
      return isPaid ? [] : ["PAYMENT_RETURNED"];
    default:
      return [];
  }
}

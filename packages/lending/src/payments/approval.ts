import type { Cents } from "../money/cents.ts";
import type { PaymentDirection, PaymentOrderStatus } from "./payment-order.ts";

export type OrderToApprove = {
  status: PaymentOrderStatus;
  direction: PaymentDirection;
  amountCents: Cents;
  /** Created by a person rather than by a schedule. */
  isManual: boolean;
  /** It has the same item, amount and day as another order. */
  looksImproper: boolean;
  createdBy: string;
};

const outgoingWithoutApprovalCents = 2_500_000;

/** Scheduled repayments and small payouts need no approval. Everything else needs a second person. */
export const needsApproval = (order: OrderToApprove): boolean =>
  order.isManual ||
  order.looksImproper ||
  (order.direction === "OUTGOING" && order.amountCents > outgoingWithoutApprovalCents);

export type ApproveRefusal = "WRONG_STATE" | "SECOND_PERSON_NEEDED";

export function whyNotApprove(order: OrderToApprove, approverId: string): ApproveRefusal | null {
  if (order.status !== "CREATED") return "WRONG_STATE";
  return approverId === order.createdBy ? "SECOND_PERSON_NEEDED" : null;
}

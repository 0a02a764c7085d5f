import { type FailureReason, isBorrowersFailure } from "../payments/failure-reason.ts";

/** Why a debit failed, in the few kinds that an owner is told apart. OURS is a failure that is not the borrower's. */
export const shownFailures = ["NOT_ENOUGH_FUNDS", "ACCOUNT_CLOSED", "NOT_AUTHORIZED", "OURS", "OTHER"] as const;
export type ShownFailure = (typeof shownFailures)[number];

const failureKinds: Partial<Record<FailureReason, ShownFailure>> = {
  insufficient_funds: "NOT_ENOUGH_FUNDS",
  closed_account: "ACCOUNT_CLOSED",
  invalid_account: "ACCOUNT_CLOSED",
  debit_blocked: "NOT_AUTHORIZED",
  unauthorized_transfer: "NOT_AUTHORIZED",
};

export function shownFailure(reason: FailureReason | null): ShownFailure {
  if (reason === null) return "OTHER";
  return isBorrowersFailure(reason) ? (failureKinds[reason] ?? "OTHER") : "OURS";
}

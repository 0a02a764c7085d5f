import type { BankItemStatus } from "./bank-item.ts";

/** An account of the business that its owner wants repayments to come from. */
export type PrimaryCandidate = {
  isChecking: boolean;
  /** Its bank lists it no more, or its owner corrected it. */
  isRemoved: boolean;
  /** An owner stopped a change of it. */
  isStopped: boolean;
  /** A returned payment forbids payments from and to it. */
  isBlocked: boolean;
  /** Null for an account that was not linked. */
  itemStatus: BankItemStatus | null;
  isAchAuthorized: boolean;
};

export type PrimaryRefusal =
  | "ACCOUNT_REMOVED"
  | "ACCOUNT_STOPPED"
  | "ACCOUNT_BLOCKED"
  | "CHECKING_ACCOUNT_REQUIRED"
  | "ACH_AUTHORIZATION_REQUIRED";

/** What the owner cannot change comes first: an account that can never be debited is not authorized in vain. */
export function whyNotPrimaryAccount(account: PrimaryCandidate): PrimaryRefusal | null {
  if (account.isRemoved) return "ACCOUNT_REMOVED";
  if (account.isStopped) return "ACCOUNT_STOPPED";
  const isBankBlocked = account.itemStatus === "BLOCKED" || account.itemStatus === "KANMON_BLOCKED";
  if (account.isBlocked || isBankBlocked) return "ACCOUNT_BLOCKED";
  if (!account.isChecking) return "CHECKING_ACCOUNT_REQUIRED";
  return account.isAchAuthorized ? null : "ACH_AUTHORIZATION_REQUIRED";
}

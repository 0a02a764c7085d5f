import type { BankItemStatus } from "../banking/bank-item.ts";
import { addBankingDays } from "../calendar/banking-day.ts";
import type { BusinessDate } from "../calendar/business-date.ts";
import type { PaymentDirection, PaymentOrderStatus } from "./payment-order.ts";

export type PaymentToSubmit = { status: PaymentOrderStatus; direction: PaymentDirection; submitOn: BusinessDate };

export type CounterAccount = {
  /** Null for an account that was entered manually rather than linked. */
  itemStatus: BankItemStatus | null;
  isAchAuthorized: boolean;
  /** An earlier return forbids payments from and to the account. */
  isBlocked: boolean;
  /** A bank froze an account of the business, or returned a payment on a sanctions instruction. */
  isBusinessFrozen: boolean;
  addedOn: BusinessDate;
  /** Its numbers were changed recently, and its owners may still object. */
  isHeld: boolean;
  /** The account and its owners passed today's sanctions screening. */
  isSanctionsClear: boolean;
};

export type SubmitPaymentRefusal =
  | "WRONG_STATE"
  | "SUBMISSION_NOT_DUE"
  | "BUSINESS_FROZEN"
  | "ACCOUNT_BLOCKED"
  | "ACH_NOT_AUTHORIZED"
  | "SANCTIONS_NOT_CLEAR"
  | "ACCOUNT_ON_HOLD";

/**
 * The refusals that the business can repair by choosing another account. A frozen business and a possible sanctions match are not among
 * them: another account would not help, and the owner is not told of the match.
 */
export const isAccountTheCause = (refusal: SubmitPaymentRefusal): boolean =>
  refusal === "ACCOUNT_BLOCKED" || refusal === "ACH_NOT_AUTHORIZED";

const creditHoldBankingDays = 3;

/** The first day on which a new account may receive a payout. */
export const mayBePaidFrom = (addedOn: BusinessDate): BusinessDate => addBankingDays(addedOn, creditHoldBankingDays);

/** A bank that gives us no data may still be debited and paid. A bank or account that is blocked may not, in either direction. */
export function whyNotSubmitPayment(
  order: PaymentToSubmit,
  account: CounterAccount,
  today: BusinessDate,
): SubmitPaymentRefusal | null {
  const isDebit = order.direction === "INCOMING";
  if (order.status !== "SCHEDULED") return "WRONG_STATE";
  if (today < order.submitOn) return "SUBMISSION_NOT_DUE";
  if (account.isBusinessFrozen) return "BUSINESS_FROZEN";
  if (account.itemStatus === "KANMON_BLOCKED" || account.isBlocked) return "ACCOUNT_BLOCKED";
  if (isDebit) return account.isAchAuthorized ? null : "ACH_NOT_AUTHORIZED";
  if (!account.isSanctionsClear) return "SANCTIONS_NOT_CLEAR";
  return account.isHeld || today < mayBePaidFrom(account.addedOn) ? "ACCOUNT_ON_HOLD" : null;
}

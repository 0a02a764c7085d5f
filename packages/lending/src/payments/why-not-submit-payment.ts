import type { BankItemStatus } from "../banking/bank-item.ts";
import type { BusinessDate } from "../calendar/business-date.ts";
import type { RefinanceRefusal } from "../mechanics/why-not-refinance.ts";
import type { Cents } from "../money/cents.ts";
import type { PaymentDirection, PaymentOrderStatus } from "./payment-order.ts";

/** Whose account it is. A payee is paid for a bill of the business, a creditor for a debt that a new product replaces. */
export type Party = "BUSINESS" | "PAYEE" | "CREDITOR" | "PLATFORM";

export type PaymentToSubmit = {
  status: PaymentOrderStatus;
  direction: PaymentDirection;
  /** Whose account the payment is for. */
  party: Party;
  submitOn: BusinessDate;
  amountCents: Cents;
  /** What the business owes for the item now. Null where nothing tells it. */
  owedCents: Cents | null;
  /** Why the product that a payout funds cannot pay off those that its terms name. Null where it can, and for every other order. */
  refinanceRefusal: RefinanceRefusal | null;
  /** It verifies the account, so it is sent before the account is verified. */
  isMicroEntry: boolean;
};

export type CounterAccount = {
  party: Party;
  /** It is kept for the business or the platform whose payment it is, and another party's account is not the business's own in disguise. */
  isOfParty: boolean;
  /** Null for an account that was entered manually rather than linked. */
  itemStatus: BankItemStatus | null;
  /** Its bank lists it no more, its owner corrected it, or the platform retired it. */
  isRemoved: boolean;
  /** It is known to belong to the business: linked, confirmed by micro-entries, or verified by staff. */
  isVerified: boolean;
  /** Its bank asked for corrected numbers, and the network's limit for applying them has passed. */
  isCorrectionOverdue: boolean;
  isAchAuthorized: boolean;
  /** An earlier return, or an owner who stopped a change of it, forbids payments from and to the account. */
  isBlocked: boolean;
  /** A bank froze an account of the business, or returned a payment on a sanctions instruction. */
  isBusinessFrozen: boolean;
  /** It was added, changed or chosen for payouts recently, and its owners may still object. */
  isHeld: boolean;
  /** The account and its owners passed today's sanctions screening. */
  isSanctionsClear: boolean;
};

export type SubmitPaymentRefusal =
  | "WRONG_STATE"
  | "SUBMISSION_NOT_DUE"
  | "MORE_THAN_OWED"
  | "ACCOUNT_OF_ANOTHER_PARTY"
  | "DAY_MISSED"
  | RefinanceRefusal
  | "BUSINESS_FROZEN"
  | "ACCOUNT_REMOVED"
  | "ACCOUNT_BLOCKED"
  | "ACCOUNT_UNVERIFIED"
  | "CORRECTION_OVERDUE"
  | "ACH_NOT_AUTHORIZED"
  | "SANCTIONS_NOT_CLEAR"
  | "ACCOUNT_ON_HOLD";

/**
 * The refusals that the business can repair by choosing another account. A frozen business and a possible sanctions match are not among
 * them: another account would not help, and the owner is not told of the match.
 */
export const isAccountTheCause = (refusal: SubmitPaymentRefusal): boolean => accountRefusals.includes(refusal);
const accountRefusals: readonly SubmitPaymentRefusal[] = [
  "ACCOUNT_REMOVED",
  "ACCOUNT_BLOCKED",
  "ACCOUNT_UNVERIFIED",
  "CORRECTION_OVERDUE",
  "ACH_NOT_AUTHORIZED",
];

/**
 * A debit never exceeds what is owed. An account is debited or paid only if it belongs to the party that the payment is for, is present, not
 * blocked, verified, screened and, for a debit, authorized. A bank that gives us no data may still be debited and paid. A micro-entry is sent
 * to an account that is not verified or on hold; all other checks apply to it.
 */
export function whyNotSubmitPayment(
  order: PaymentToSubmit,
  account: CounterAccount,
  today: BusinessDate,
): SubmitPaymentRefusal | null {
  const isDebit = order.direction === "INCOMING";
  if (order.status !== "SCHEDULED") return "WRONG_STATE";
  if (today < order.submitOn) return "SUBMISSION_NOT_DUE";
  if (isDebit && order.owedCents !== null && order.amountCents > order.owedCents) return "MORE_THAN_OWED";
  if (account.party !== order.party || !account.isOfParty) return "ACCOUNT_OF_ANOTHER_PARTY";
  if (order.refinanceRefusal) return order.refinanceRefusal;
  if (account.isBusinessFrozen) return "BUSINESS_FROZEN";
  if (account.isRemoved) return "ACCOUNT_REMOVED";
  if (account.itemStatus === "KANMON_BLOCKED" || account.isBlocked) return "ACCOUNT_BLOCKED";
  if (!account.isVerified && !order.isMicroEntry) return "ACCOUNT_UNVERIFIED";
  if (account.isCorrectionOverdue) return "CORRECTION_OVERDUE";
  if (isDebit && !account.isAchAuthorized) return "ACH_NOT_AUTHORIZED";
  if (!account.isSanctionsClear) return "SANCTIONS_NOT_CLEAR";
  if (isDebit || order.isMicroEntry) return null;
  return account.isHeld ? "ACCOUNT_ON_HOLD" : null;
}

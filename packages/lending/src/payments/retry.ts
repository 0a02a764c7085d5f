import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, daysBetween, mondayOf } from "../calendar/business-date.ts";
import { type FailureReason, type FailureRule, failureReasons, reachedTheBank } from "./failure-reason.ts";
import type { PaymentDirection, PaymentOrderStatus, PaymentType } from "./payment-order.ts";

export type FailedOrder = {
  status: PaymentOrderStatus;
  direction: PaymentDirection;
  reason: FailureReason;
  /** When the first attempt settled. The retry window starts there. */
  firstSettledOn: BusinessDate;
  /** When this attempt was debited. */
  debitedOn: BusinessDate;
  /** How often the same debit was tried again at the same bank account, this attempt included. */
  retriesMade: number;
};

export type RetryWish = {
  /** The debit goes to another account than the failed one, so it is a new entry and not a retry of the same one. */
  isOtherAccount: boolean;
  /** The condition of the failure reason is met: a new authorization, a verification, a correction, or funds in our own account. */
  isCauseCorrected: boolean;
  onDay: BusinessDate;
};

export type RetryRefusal =
  | "WRONG_STATE"
  | "NOT_RETRIABLE"
  | "NEW_ACCOUNT_NEEDED"
  | "CAUSE_NOT_CORRECTED"
  | "RETRY_LIMIT_REACHED"
  | "RETRY_WINDOW_OVER"
  | "RETRY_TOO_SOON";

// Limits of the ACH network: two retries of the same debit, within 180 days of the first attempt.
const mostRetries = 2;
const retryWithinDays = 180;
const holdBankingDays = 2;

export function whyNotRetry(order: FailedOrder, wish: RetryWish): RetryRefusal | null {
  const rule: FailureRule = failureReasons[order.reason];
  if (order.status !== "FAILED_PAYMENT") return "WRONG_STATE";
  if (!rule.isFixableByCustomer) return "NOT_RETRIABLE";
  const refusal = wish.isOtherAccount ? null : whyNotSameAccount(rule, order, wish);
  if (refusal !== null) return refusal;
  // An item is never debited twice in a week, unless the debit did not reach a bank. A payout may be repeated at once.
  const isDebited = order.direction === "INCOMING" && reachedTheBank(order.reason);
  return isDebited && mondayOf(wish.onDay) <= mondayOf(order.debitedOn) ? "RETRY_TOO_SOON" : null;
}

/** The `retriesMade` of an order that retries this one. The network counts entries at the same account that a bank has returned. */
export function retriesAfter(
  { reason, retriesMade }: Pick<FailedOrder, "reason" | "retriesMade">,
  isOtherAccount: boolean,
): number {
  if (isOtherAccount) return 0;
  return reachedTheBank(reason) ? retriesMade + 1 : retriesMade;
}

function whyNotSameAccount(rule: FailureRule, order: FailedOrder, wish: RetryWish): RetryRefusal | null {
  switch (rule.retry) {
    case "TWICE":
      if (order.retriesMade >= mostRetries) return "RETRY_LIMIT_REACHED";
      return wish.onDay > addDays(order.firstSettledOn, retryWithinDays) ? "RETRY_WINDOW_OVER" : null;
    case "SAME_DAY":
    case "BY_STAFF":
      return null;
    case "AFTER_TWO_BANKING_DAYS":
      return wish.onDay < addBankingDays(order.debitedOn, holdBankingDays) ? "RETRY_TOO_SOON" : null;
    case "AFTER_AUTHORIZATION":
    case "AFTER_VERIFICATION":
    case "AFTER_CORRECTION":
    case "AFTER_TOP_UP":
      return wish.isCauseCorrected ? null : "CAUSE_NOT_CORRECTED";
    case "NO":
    case "NEVER":
      return rule.newAccount === "YES" ? "NEW_ACCOUNT_NEEDED" : "NOT_RETRIABLE";
  }
}

/** Banking days after the return until the first and the second retry. A fee is retried once. */
const retryAfterBankingDays = [3, 7];
const feeRetries = 1;

/**
 * The day of the automatic retry, or null when there is none. Only a debit with insufficient funds is retried automatically, at most twice
 * (a fee once) and not in the week of the last debit. The pre-debit check may postpone it further.
 */
export function automaticRetryOn(
  order: FailedOrder & { paymentType: PaymentType },
  returnedOn: BusinessDate,
): BusinessDate | null {
  if (order.paymentType === "FEE" && order.retriesMade >= feeRetries) return null;
  const afterDays = retryAfterBankingDays[order.retriesMade];
  if (failureReasons[order.reason].retry !== "TWICE" || afterDays === undefined) return null;
  const planned = addBankingDays(returnedOn, afterDays);
  const nextWeek = bankingDayOnOrAfter(addDays(mondayOf(order.debitedOn), 7));
  const onDay = daysBetween(planned, nextWeek) > 0 ? nextWeek : planned;
  return whyNotRetry(order, { isOtherAccount: false, isCauseCorrected: false, onDay }) === null ? onDay : null;
}

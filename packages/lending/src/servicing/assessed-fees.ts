import { addBankingDays } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import { failureReasons, isBorrowersFailure, reachedTheBank } from "../payments/failure-reason.ts";
import { lateFromDays } from "./aging.ts";
import { type ItemOrder, isOnItsWay, isWithdrawable } from "./collection.ts";

/** The fees for a missed payment. */
export const penaltyFees = ["LATE_PAYMENT", "INSUFFICIENT_FUNDS"] as const;
export type PenaltyFee = (typeof penaltyFees)[number];

export type LateFeeRefusal =
  | "NOT_LATE"
  | "PRODUCT_NOT_OPEN"
  | "OFF_IN_STATE"
  | "NO_DEBIT_FAILED"
  | "RETRY_NOT_FAILED"
  | "OWN_PAYMENT_WENT_TO_OLDER";

/**
 * Why a late item costs no late fee, or not yet. A debit must have been refused by the borrower's bank: an item that we have not debited, or
 * not in time, is late by our own delay. Where a retry or a chosen day follows, that one must have failed as well, and of a split installment one of its parts.
 */
export function whyNotLateFee(
  item: { daysPastDue: number; orders: readonly ItemOrder[] },
  { loanStatus, isOffInState }: { loanStatus: LoanStatus; isOffInState: boolean },
): LateFeeRefusal | null {
  const { daysPastDue, orders } = item;
  if (loanStatus !== "CURRENT" && loanStatus !== "LATE") return "PRODUCT_NOT_OPEN";
  if (isOffInState) return "OFF_IN_STATE";
  if (daysPastDue < lateFromDays) return "NOT_LATE";
  if (orders.some(({ status, isPart }) => status === "SUCCESSFUL_PAYMENT" && !isPart))
    return "OWN_PAYMENT_WENT_TO_OLDER";
  const isSplit = orders.some(({ isPart }) => isPart);
  const failed = orders.filter((order) => isFailedAtBorrowersBank(order) && order.isPart === isSplit);
  const [first] = failed;
  if (!first?.failureReason) return "NO_DEBIT_FAILED";
  const standing = orders.filter((order) => isOnItsWay(order) || isWithdrawable(order));
  if (standing.some(({ isArranged }) => isArranged)) return "RETRY_NOT_FAILED";
  if (isSplit || failed.length > 1) return null;
  return failureReasons[first.failureReason].retry === "TWICE" || standing.length > 0 ? "RETRY_NOT_FAILED" : null;
}

const isFailedAtBorrowersBank = ({ status, failureReason }: ItemOrder): boolean =>
  status === "FAILED_PAYMENT" &&
  failureReason !== null &&
  reachedTheBank(failureReason) &&
  isBorrowersFailure(failureReason);

export type ReturnedEntry = {
  purpose: string;
  status: string;
  returnCode: string | null;
};

const returnFeeCodes = ["R01", "R09"];

/**
 * Whether a returned debit costs the fee for returned payments: one per entry returned for missing funds, if the business was told of the
 * fee before. The network forbids it for the entry that collects a fee.
 */
export const costsReturnFee = ({ purpose, status, returnCode }: ReturnedEntry): boolean =>
  (purpose === "REPAYMENT" || purpose === "PAYOFF") &&
  status === "FAILED_PAYMENT" &&
  returnCode !== null &&
  returnFeeCodes.includes(returnCode);

const feeBankingDays = 5;

/** The day on which an assessed fee is debited: the next due day of the schedule, or five banking days after the assessment. */
export function feeCollectedOn(dueDays: readonly BusinessDate[], assessedOn: BusinessDate): BusinessDate {
  const [next] = dueDays.filter((day) => day > assessedOn).toSorted();
  return next ?? addBankingDays(assessedOn, feeBankingDays);
}

const waivedAfterDays = 30;

/** The day on which fees that are still unpaid are waived, counted from the day on which everything else was paid. */
export const feesWaivedOn = (allElsePaidOn: BusinessDate): BusinessDate => addDays(allElsePaidOn, waivedAfterDays);

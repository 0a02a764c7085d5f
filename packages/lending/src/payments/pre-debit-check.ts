import type { BankItemStatus } from "../banking/bank-item.ts";
import { addBankingDays } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import type { Cents } from "../money/cents.ts";
import type { RepaymentAlert } from "./repayment-alert.ts";

export type DebitToCheck = {
  amountCents: Cents;
  /** The nominal due date of the item. */
  dueOn: BusinessDate;
  effectiveOn: BusinessDate;
  /** How often insufficient funds have already postponed it. */
  timesMoved: number;
};

export type BalanceRead = { balanceCents: Cents; ageHours: number } | "ERROR";

/** The debit is submitted as planned, or postponed to a later day. */
export type PreDebitVerdict = { effectiveOn: BusinessDate; alert: RepaymentAlert | null };

const mostMoves = 2;
const movedWithinDays = 5;
/** A balance that is older says nothing about the day. */
export const freshHours = 24;

/** The balance check before a debit. Only a balance that is known to be too small postpones the debit; an unknown one does not. */
export function preDebitCheck(debit: DebitToCheck, item: BankItemStatus, read: BalanceRead): PreDebitVerdict {
  const goes = (alert: RepaymentAlert | null) => ({ effectiveOn: debit.effectiveOn, alert });
  if (item === "DISCONNECTED") return goes("PLAID_DISCONNECTED");
  if (read === "ERROR") return goes("PLAID_BALANCE_CHECK_ERROR");
  if (read.ageHours > freshHours) return goes("STALE_BALANCE");
  if (read.balanceCents >= debit.amountCents) return goes(null);
  const later = addBankingDays(debit.effectiveOn, 1);
  const mayMove = debit.timesMoved < mostMoves && later <= addDays(debit.dueOn, movedWithinDays);
  return { effectiveOn: mayMove ? later : debit.effectiveOn, alert: "NSF" };
}

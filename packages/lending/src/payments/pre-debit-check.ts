import type { BankItemStatus } from "../banking/bank-item.ts";
import { addBankingDays } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import type { Cents } from "../money/cents.ts";
import type { RepaymentAlert } from "./repayment-alert.ts";

export type DebitToCheck = {
  amountCents: Cents;
  /** The nominal day of the item. */
  dueOn: BusinessDate;
  effectiveOn: BusinessDate;
  /** How often a lack of funds has moved it before. */
  timesMoved: number;
};

export type BalanceRead = { balanceCents: Cents; ageHours: number } | "ERROR";

/** The debit goes as planned, or on a later day. */
export type PreDebitVerdict = { effectiveOn: BusinessDate; alert: RepaymentAlert | null };

const mostMoves = 2;
const movedWithinDays = 5;
const freshHours = 24;

/** The evening before a debit. Only a balance that is known to be too small moves it; what is not known does not. */
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

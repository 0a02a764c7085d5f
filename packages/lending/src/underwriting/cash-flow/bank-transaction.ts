import type { BusinessDate } from "../../calendar/business-date.ts";
import type { Cents } from "../../money/cents.ts";

/** A transaction of a linked bank account or of a bank statement. */
export type BankTransaction = {
  transactionId: string;
  accountId: string;
  date: BusinessDate;
  /** Positive when money came in, negative when it went out. */
  amountCents: Cents;
  isPending: boolean;
  name: string;
  merchantName: string | null;
  /** The vendor's most detailed category, for instance `LOAN_PAYMENTS_OTHER_PAYMENT`. */
  category: string | null;
};

/** An account of the business whose transactions are read. */
export type UnderwritingAccount = {
  accountId: string;
  /** Figures are computed from the checking accounts of the business. Other accounts serve to recognize transfers between own accounts. */
  isBusinessChecking: boolean;
  /** The balance at the end of the last day of the data. Null if the bank did not tell it. */
  balanceCents: Cents | null;
};

/** What a transaction counts as. */
export const transactionKinds = [
  "REVENUE",
  "LOAN_PROCEEDS",
  "OWNER_INJECTION",
  "REFUND",
  "TAX_REFUND",
  "INTERNAL_TRANSFER",
  "DEBT_PAYMENT",
  "NSF_FEE",
  "OVERDRAFT_FEE",
  "OWNER_DRAW",
  "OPERATING",
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

export type ClassifiedTransaction = BankTransaction & { kind: TransactionKind };

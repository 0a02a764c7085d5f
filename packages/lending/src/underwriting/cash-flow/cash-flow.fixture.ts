import { type BusinessDate, businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import type { BankTransaction } from "./bank-transaction.ts";

let count = 0;

/** A posted transaction of the account "checking". */
export function transaction(date: string, amountCents: number, given: Partial<BankTransaction> = {}): BankTransaction {
  count++;
  return {
    transactionId: `transaction-${String(count).padStart(6, "0")}`,
    accountId: "checking",
    date: businessDate(date),
    amountCents: cents(amountCents),
    isPending: false,
    name: amountCents > 0 ? "CARD DEPOSIT" : "SUPPLIER",
    merchantName: null,
    category: amountCents > 0 ? "INCOME_OTHER_INCOME" : "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE",
    ...given,
  };
}

export const span = (from: string, to: string): { from: BusinessDate; to: BusinessDate } => ({
  from: businessDate(from),
  to: businessDate(to),
});

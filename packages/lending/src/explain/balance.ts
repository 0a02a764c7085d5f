import { type Cents, sum } from "../money/cents.ts";
import { type Explanation, formula } from "./formula.ts";

/** One ledger entry of a balance: positive if it raises the balance, negative if it lowers it. */
export type BalanceEntry = { journalId: string; event: string; occurredOn: string; amountCents: Cents };

const ledgerBalance = formula({
  name: "ledger-balance",
  version: 1,
  words: "The sum of the ledger entries.",
  exact: ({ entries }: { entries: readonly BalanceEntry[] }) => sum(entries.map((entry) => entry.amountCents)),
});

export const balanceOf = (entries: readonly BalanceEntry[]): Cents => ledgerBalance.value({ entries });

/** Explains a balance by the entries that it is the sum of. */
export const explainBalance = (entries: readonly BalanceEntry[]): Explanation =>
  ledgerBalance.explain({ entries }, { entries: "ledger" });

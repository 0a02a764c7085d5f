import { type Cents, sum } from "../money/cents.ts";
import { type Explanation, formula } from "./formula.ts";

/** One entry of the books as a balance sees it: positive where it raises the balance, negative where it lowers it. */
export type BalanceEntry = { journalId: string; event: string; occurredOn: string; amountCents: Cents };

const ledgerBalance = formula({
  name: "ledger-balance",
  version: 1,
  words: "The sum of the ledger entries.",
  exact: ({ entries }: { entries: readonly BalanceEntry[] }) => sum(entries.map((entry) => entry.amountCents)),
});

export const balanceOf = (entries: readonly BalanceEntry[]): Cents => ledgerBalance.value({ entries });

/** Why a balance is what it is: the entries that make it. */
export const explainBalance = (entries: readonly BalanceEntry[]): Explanation =>
  ledgerBalance.explain({ entries }, { entries: "ledger" });

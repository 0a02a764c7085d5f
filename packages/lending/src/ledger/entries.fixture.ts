import { accounts } from "./accounts.ts";
import type { Entry, Line } from "./entry.ts";

/** An entry as an accountant writes it: numbers of accounts, debits before credits; with the product where a line names one. */
export function summaryOf({ lines }: Entry): string {
  const written = ({ account, feeType, otherBook, subjects, amountCents }: Line) => {
    const detail = feeType ?? otherBook;
    const product = subjects?.issuedProductId;
    return `${accounts[account].number}${detail ? `:${detail}` : ""}${product ? `(${product})` : ""} ${amountCents}`;
  };
  const side = (wanted: "debit" | "credit") =>
    lines
      .filter((line) => line.side === wanted)
      .map(written)
      .join("; ");
  return `${side("debit")} / ${side("credit")}`;
}

/** Debits less credits of each account that is not at zero, per product. */
export function balancesAfter(entries: readonly Entry[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { side, account, amountCents, subjects } of entries.flatMap((entry) => entry.lines)) {
    const key = subjects?.issuedProductId ? `${account} of ${subjects.issuedProductId}` : account;
    sums.set(key, (sums.get(key) ?? 0) + (side === "debit" ? amountCents : -amountCents));
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0));
}

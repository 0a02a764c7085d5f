import type { BusinessDate } from "../calendar/business-date.ts";
import type { Book } from "../ledger/accounts.ts";
import type { AssessedFee, UnpaidFee } from "../ledger/entries.ts";
import { credit, debit, type Entry, entry, type Line } from "../ledger/entry.ts";
import { cents } from "../money/cents.ts";
import { type Amounts, type Change, entryOf, type Issued, type ProductEntry } from "./obligation.ts";

/** A product of our own that a new one pays off, with its payoff as it was signed. */
export type RefinancedDebt = {
  refinancedIssuedProductId: string;
  book: Book;
  payoff: Amounts;
  /** Of an integrated advance: the last receivable before its payoff was signed; null if there was none. */
  latestReceivableId?: string | null;
};

/** What the funding of a new product does to one that it pays off. */
export type Refinanced = {
  /** The change of the product that is paid off, without what the funding entry of the new one posts. */
  change: Change;
  /** Entries that are posted with the funding entry. */
  entries: readonly Entry[];
  /** Unpaid assessed fees, which are owed on the new product. */
  carriedFees: readonly UnpaidFee<AssessedFee>[];
};

/** How a product pays off others of its type. */
export type Refinance<Terms> = {
  /** The products that the terms pay off. */
  debts(terms: Terms): readonly RefinancedDebt[];
  /** Whether the payoff of such a product is another one on each day, without any payment. */
  changesDaily(terms: Terms): boolean;
  /** What it costs to pay off the issued product on a day, without its assessed fees. */
  payoff(issued: Issued<Terms>, on: BusinessDate): Amounts;
  /** Applies the signed payoff to the issued product like a payment of that day. `book` is the book of the new product. */
  close(issued: Issued<Terms>, debt: RefinancedDebt, on: BusinessDate, book: Book): Refinanced;
};

const isThroughClearing = ({ entry: { lines } }: ProductEntry): boolean =>
  lines.some(({ account }) => account === "CLEARING_IN");

/** The entries of a payoff that are not its payment: billing, and fees that are earned. */
export const besidePayment = (paid: Change): ProductEntry[] => paid.entries.filter((one) => !isThroughClearing(one));

/**
 * The entry that corrects the signed payoff, which the funding entry posts, to what it has paid. They differ only if a payment came back
 * after the payout was claimed. What the payoff does not cover stays owed, and what it exceeds is the business's credit.
 */
export function payoffAdjusted(signed: readonly Line[], paid: Change, book: Book): ProductEntry[] {
  const lines = paid.entries.filter(isThroughClearing).flatMap((one) => one.entry.lines);
  const differences = new Map<string, { line: Line; debitCents: number }>();
  const add = (line: Line, sign: 1 | -1): void => {
    const key = `${line.account}/${line.feeType ?? ""}`;
    const before = differences.get(key)?.debitCents ?? 0;
    const debitCents = line.side === "debit" ? line.amountCents : -line.amountCents;
    differences.set(key, { line, debitCents: before + sign * debitCents });
  };
  for (const line of lines) if (line.account !== "CLEARING_IN") add(line, 1);
  for (const line of signed) add(line, -1);
  const adjusting = [...differences.values()]
    .filter(({ debitCents }) => debitCents !== 0)
    .map(({ line: { account, feeType }, debitCents }) =>
      (debitCents > 0 ? debit : credit)(account, cents(Math.abs(debitCents)), feeType ? { feeType } : {}),
    );
  if (adjusting.length === 0) return [];
  return [entryOf({ drawId: null, invoiceId: null }, entry("REFINANCED_PAYOFF_ADJUSTED", book, adjusting))];
}

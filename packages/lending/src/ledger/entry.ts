import type { Cents } from "../money/cents.ts";
import type { AccountCode, Book, FeeType } from "./accounts.ts";

/** The objects that a line refers to. They are given once per posted entry; a line names only what differs, such as a refinanced loan. */
export type Subjects = {
  issuedProductId?: string;
  productType?: string;
  drawId?: string;
  invoiceId?: string;
  paymentOrderId?: string;
};

export type Line = {
  account: AccountCode;
  side: "debit" | "credit";
  amountCents: Cents;
  /** For FEE_RECEIVABLE. */
  feeType?: FeeType;
  /** For DUE_TO_FROM_BOOKS. */
  otherBook?: Book;
  subjects?: Subjects;
};

/** The balanced lines of one event in one book. Its subjects, its time and its idempotency key are given when it is posted. */
export type Entry = { event: string; book: Book; lines: readonly Line[] };

type About = Omit<Line, "account" | "side" | "amountCents">;

export const debit = (account: AccountCode, amountCents: Cents, about: About = {}): Line => ({
  account,
  side: "debit",
  amountCents,
  ...about,
});

export const credit = (account: AccountCode, amountCents: Cents, about: About = {}): Line => ({
  account,
  side: "credit",
  amountCents,
  ...about,
});

/** The only constructor of an entry. Lines of zero are left out, so a fee of zero needs no special case. The other lines must balance. */
export function entry(event: string, book: Book, lines: readonly Line[]): Entry {
  const moving = lines.filter((line) => line.amountCents !== 0);
  const totals = { debit: 0, credit: 0 };
  for (const line of moving) {
    if (line.amountCents < 0) throw new Error(`${event}: ${line.account} is moved by ${line.amountCents}`);
    totals[line.side] += line.amountCents;
  }
  if (moving.length === 0) throw new Error(`${event} moves nothing`);
  if (totals.debit !== totals.credit)
    throw new Error(`${event} does not balance: ${totals.debit} debited, ${totals.credit} credited`);
  if (!Number.isSafeInteger(totals.debit)) throw new Error(`${event} is too large to add up exactly`);
  return { event, book, lines: moving };
}

/** The line with debit and credit exchanged. */
export const otherSide = (line: Line): Line => ({ ...line, side: line.side === "debit" ? "credit" : "debit" });

/** The mirror of an entry, as the ledger posts it to reverse a journal. */
export const reversed = ({ event, book, lines }: Entry): Entry =>
  entry(`${event}_REVERSED`, book, lines.map(otherSide));

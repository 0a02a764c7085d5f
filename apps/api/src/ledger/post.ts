import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { accounts } from "@inlay/lending/ledger/accounts.ts";
import type { Entry, Line, Subjects } from "@inlay/lending/ledger/entry.ts";
import { type Scope, statement, type Tx } from "../db/scope.ts";

/** What the caller adds to an entry. */
export type Posting = {
  /** The idempotency key: a repeated posting with the same body changes nothing, one with another body is refused. */
  key: string;
  occurredOn: BusinessDate;
  source: { type: string; id: string };
  /** The tenant, and the subjects of every line that names none of its own. Without a platform the posting is internal. */
  subjects: Subjects & { platformId: string | null; businessId: string | null };
};

export type Reversal = Omit<Posting, "subjects"> & { subjects: Pick<Posting["subjects"], "platformId" | "businessId"> };

/** The scope of internal postings, such as a capital call, that belong to no tenant. */
export const internalScope: Scope = {
  platformId: "00000000-0000-0000-0000-000000000000",
  businessId: "whole platform",
};

/** Posts an entry in the caller's own transaction, once, and returns the id of its journal. */
export async function post(tx: Tx, entry: Entry, posting: Posting): Promise<string> {
  const [journalId] = await postAll(tx, [{ entry, posting }]);
  if (!journalId) throw new Error("nothing was posted");
  return journalId;
}

/** Posts the entries of one command together, so that their balances are locked in one order and two commands cannot deadlock. */
export function postAll(tx: Tx, postings: readonly { entry: Entry; posting: Posting }[]): Promise<string[]> {
  return call(
    tx,
    postings.map(({ entry, posting }) => ({
      ...header(posting),
      event: entry.event,
      book: entry.book,
      lines: entry.lines.map((line) => written(line, { ...posting.subjects, ...line.subjects })),
    })),
  );
}

/** Reverses a journal with one that mirrors it. A journal is reversed at most once, and a reversal cannot be reversed. */
export async function reverse(tx: Tx, journalId: string, reversal: Reversal): Promise<string> {
  const [reversingId] = await call(tx, [{ ...header(reversal), reverses: journalId }]);
  if (!reversingId) throw new Error("nothing was reversed");
  return reversingId;
}

const header = ({ key, occurredOn, source, subjects }: Reversal) => ({
  key,
  occurredOn,
  sourceType: source.type,
  sourceId: source.id,
  platform: subjects.platformId,
  business: subjects.businessId,
});

const written = ({ account, side, amountCents, feeType, otherBook }: Line, about: Subjects) => ({
  account: accounts[account].number,
  debit: side === "debit" ? amountCents : 0,
  credit: side === "credit" ? amountCents : 0,
  issued_product: about.issuedProductId,
  product_type: about.productType,
  draw: about.drawId,
  invoice: about.invoiceId,
  payment_order: about.paymentOrderId,
  fee_type: feeType,
  other_book: otherBook,
});

async function call(tx: Tx, journals: readonly object[]): Promise<string[]> {
  const [row] = await statement<{ ids: string[] }>(tx, "select app.post($1::jsonb) as ids", [JSON.stringify(journals)]);
  return row?.ids ?? [];
}

import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { accounts } from "@inlay/lending/ledger/accounts.ts";
import type { Entry, Subjects } from "@inlay/lending/ledger/entry.ts";
import type pg from "pg";
import { type Scope, scopedStatement, statement, type Tx } from "../db/scope.ts";

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
  return only(await postAll(tx, [{ entry, posting }]));
}

/**
 * Posts the entries of one command together, so that their balances are locked in one order and two commands cannot deadlock. All of them
 * belong to one tenant.
 */
export function postAll(tx: Tx, postings: readonly { entry: Entry; posting: Posting }[]): Promise<string[]> {
  return call(tx, parametersOf(postings));
}

/** Posts one entry in a transaction of its own, in one round trip. For commands that change nothing but the ledger. */
export async function postAlone(pool: pg.Pool, scope: Scope, entry: Entry, posting: Posting): Promise<string> {
  const [row] = await scopedStatement<{ ids: string[] }>(pool, scope, postingCall, parametersOf([{ entry, posting }]));
  return only(row?.ids ?? []);
}

/** Reverses a journal with one that mirrors it. A journal is reversed at most once, and a reversal cannot be reversed. */
export async function reverse(tx: Tx, journalId: string, reversal: Reversal): Promise<string> {
  const { key, occurredOn, source, subjects } = reversal;
  const header = [[key], [occurredOn], [null], [null], [source.type], [source.id], [journalId], [0]];
  return only(
    await call(tx, [subjects.platformId, subjects.businessId, ...header, ...Array.from({ length: 10 }, () => [])]),
  );
}

const only = ([journalId]: string[]): string => {
  if (!journalId) throw new Error("nothing was posted");
  return journalId;
};

const types = [
  ...["uuid", "uuid"],
  ...["text[]", "date[]", "text[]", "text[]", "text[]", "uuid[]", "uuid[]", "integer[]"],
  ...["smallint[]", "bigint[]", "bigint[]", "uuid[]", "text[]", "uuid[]", "uuid[]", "uuid[]", "text[]", "text[]"],
];
const postingCall = `app.post(${types.map((type, index) => `$${index + 1}::${type}`).join(", ")}) as ids`;

async function call(tx: Tx, parameters: unknown[]): Promise<string[]> {
  const [row] = await statement<{ ids: string[] }>(tx, `select ${postingCall}`, parameters);
  return row?.ids ?? [];
}

/** The parameters of `app.post`, in its order: the tenant, the columns of the journals, the columns of all their lines. */
function parametersOf(postings: readonly { entry: Entry; posting: Posting }[]): unknown[] {
  const [first] = postings;
  const tenant = first?.posting.subjects;
  const isOfAnother = ({ posting: { subjects } }: { posting: Posting }) =>
    subjects.platformId !== tenant?.platformId || subjects.businessId !== tenant.businessId;
  if (!tenant || postings.some(isOfAnother)) throw new Error("the postings of one call belong to one tenant");
  const lines = postings.flatMap(({ entry, posting }) =>
    entry.lines.map((line) => ({
      line,
      about: line.subjects ? { ...posting.subjects, ...line.subjects } : posting.subjects,
    })),
  );
  return [
    tenant.platformId,
    tenant.businessId,
    postings.map(({ posting }) => posting.key),
    postings.map(({ posting }) => posting.occurredOn),
    postings.map(({ entry }) => entry.event),
    postings.map(({ entry }) => entry.book),
    postings.map(({ posting }) => posting.source.type),
    postings.map(({ posting }) => posting.source.id),
    postings.map(() => null),
    postings.map(({ entry }) => entry.lines.length),
    lines.map(({ line }) => accounts[line.account].number),
    lines.map(({ line }) => (line.side === "debit" ? line.amountCents : 0)),
    lines.map(({ line }) => (line.side === "credit" ? line.amountCents : 0)),
    lines.map(({ about }) => about.issuedProductId ?? null),
    lines.map(({ about }) => about.productType ?? null),
    lines.map(({ about }) => about.drawId ?? null),
    lines.map(({ about }) => about.invoiceId ?? null),
    lines.map(({ about }) => about.paymentOrderId ?? null),
    lines.map(({ line }) => line.feeType ?? null),
    lines.map(({ line }) => line.otherBook ?? null),
  ];
}

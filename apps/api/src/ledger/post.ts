import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { accounts } from "@inlay/lending/ledger/accounts.ts";
import type { Entry, Line, Subjects } from "@inlay/lending/ledger/entry.ts";
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
  const journal = rowOf([key, occurredOn, null, null, source.type, source.id, journalId, 0]);
  return only(await call(tx, [subjects.platformId, subjects.businessId, [journal], []]));
}

const only = ([journalId]: string[]): string => {
  if (!journalId) throw new Error("nothing was posted");
  return journalId;
};

const postingCall = "app.post($1::uuid, $2::uuid, $3::app.journal_input[], $4::app.line_input[]) as ids";

async function call(tx: Tx, parameters: unknown[]): Promise<string[]> {
  const [row] = await statement<{ ids: string[] }>(tx, `select ${postingCall}`, parameters);
  return row?.ids ?? [];
}

/** The parameters of `app.post`: the tenant, the journals, and the lines of all journals. */
function parametersOf(postings: readonly { entry: Entry; posting: Posting }[]): unknown[] {
  const [first] = postings;
  const tenant = first?.posting.subjects;
  const isOfAnother = ({ posting: { subjects } }: { posting: Posting }) =>
    subjects.platformId !== tenant?.platformId || subjects.businessId !== tenant.businessId;
  if (!tenant || postings.some(isOfAnother)) throw new Error("the postings of one call belong to one tenant");
  return [
    tenant.platformId,
    tenant.businessId,
    postings.map(({ entry, posting }) => journalOf(entry, posting)),
    postings.flatMap(({ entry, posting }) => entry.lines.map((line) => lineOf(line, posting.subjects))),
  ];
}

/** A row of `app.journal_input`. */
const journalOf = ({ event, book, lines }: Entry, { key, occurredOn, source }: Posting) =>
  rowOf([key, occurredOn, event, book, source.type, source.id, null, lines.length]);

/** A row of `app.line_input`. */
function lineOf({ account, side, amountCents, feeType, otherBook, subjects }: Line, ofPosting: Subjects): string {
  const about = subjects ? { ...ofPosting, ...subjects } : ofPosting;
  const { issuedProductId, productType, drawId, invoiceId, paymentOrderId } = about;
  const [debit, credit] = side === "debit" ? [amountCents, 0] : [0, amountCents];
  const named = [issuedProductId, productType, drawId, invoiceId, paymentOrderId, feeType, otherBook];
  return rowOf([accounts[account].number, debit, credit, ...named]);
}

/** A row in PostgreSQL's text format. One array of rows is cheaper to send and to read than an array for each column. */
const rowOf = (values: readonly (string | number | null | undefined)[]) => `(${values.map(fieldOf).join(",")})`;

function fieldOf(value: string | number | null | undefined): string | number {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || /^[\w-]+$/.test(value)) return value;
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}

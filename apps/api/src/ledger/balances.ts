import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { BalanceEntry } from "@inlay/lending/explain/balance.ts";
import { type AccountCode, accounts, type Book, raisedBy } from "@inlay/lending/ledger/accounts.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { statement, type Tx } from "../db/scope.ts";

/** Identifies a balance: an account of a book and a subject and, where the chart distinguishes them, a fee type or product type. */
export type BalanceKey = { book: Book; account: AccountCode; subject: string; detail: string };
/** Positive on the side that increases the account: what is owed to us, what we owe, what we earned. */
export type Balance = BalanceKey & { balanceCents: Cents };

/**
 * Every balance that is kept for an id: those of an issued product with its draws and invoices, or of a draw, an invoice, a payment
 * order, a business or a platform.
 */
export async function balances(tx: Tx, id: string): Promise<Balance[]> {
  const rows = await statement<Row>(
    tx,
    `select b.book, a.code as account, b.subject, b.detail, sum(b.debit_cents)::bigint as debit, sum(b.credit_cents)::bigint as credit
     from app.ledger_balance b join app.ledger_account a on a.number = b.account
     where b.subject = $1 or b.issued_product_id = $1
     group by b.book, a.number, a.code, b.subject, b.detail order by b.book, a.number, b.subject, b.detail`,
    [id],
  );
  return rows.map(({ debit, credit, ...key }) => ({ ...key, balanceCents: signed(key.account, debit, credit) }));
}

/** The entries that explain a balance, oldest first. Of a shared balance a tenant sees only its own entries. */
export async function entriesOf(tx: Tx, { book, account, subject, detail }: BalanceKey): Promise<BalanceEntry[]> {
  const rows = await statement<{ journalId: string; event: string; occurredOn: string; debit: number; credit: number }>(
    tx,
    `select j.id as "journalId", j.event, j.occurred_on as "occurredOn", sum(l.debit_cents)::bigint as debit, sum(l.credit_cents)::bigint as credit
     from app.journal_line l join app.journal j on j.id = l.journal_id and j.occurred_on = l.occurred_on
     where l.subject = $1 and l.account = $2 and l.book = $3 and l.detail = $4
     group by j.id, j.event, j.occurred_on order by j.occurred_on, j.id`,
    [subject, accounts[account].number, book, detail],
  );
  return rows.map(({ debit, credit, ...entry }) => ({ ...entry, amountCents: signed(account, debit, credit) }));
}

/** What the entries of one source have changed on a day of what is owed on a product and of the credit of its business. */
type OwedChange = {
  on: BusinessDate;
  event: string;
  isReversal: boolean;
  sourceId: string | null;
  feeType: string | null;
  /** The day on which the entry was reversed. */
  reversedOn: BusinessDate | null;
  principalCents: Cents;
  interestCents: Cents;
  feeCents: Cents;
  creditCents: Cents;
};

/** Every change of what is owed on a product, its draws and its invoices, oldest first. Entries of `byDay` have one row a day. */
export async function owedChanges(
  tx: Tx,
  { businessId, issuedProductId }: { businessId: string; issuedProductId: string },
  byDay: readonly string[],
): Promise<OwedChange[]> {
  const rows = await statement<
    Omit<OwedChange, "principalCents" | "interestCents" | "feeCents" | "creditCents"> & Sums
  >(
    tx,
    `with kept as (
       select distinct b.subject, b.account from app.ledger_balance b where b.issued_product_id = $1 and b.account = any($3::smallint[])
       union select $2::uuid, $4::smallint)
     select j.occurred_on as "on", j.event, j.reverses_id is not null as "isReversal", r.occurred_on as "reversedOn",
       case when j.event = any($5::text[]) then null else j.source_id end as "sourceId",
       max(l.fee_type) filter (where j.event like 'FEE_%') as "feeType",
       coalesce(sum(l.debit_cents - l.credit_cents) filter (where l.account = ($3::smallint[])[1]), 0)::bigint as principal,
       coalesce(sum(l.debit_cents - l.credit_cents) filter (where l.account = ($3::smallint[])[2]), 0)::bigint as interest,
       coalesce(sum(l.debit_cents - l.credit_cents) filter (where l.account = ($3::smallint[])[3]), 0)::bigint as fee,
       coalesce(sum(l.credit_cents - l.debit_cents) filter (where l.account = $4), 0)::bigint as credit
     from kept k
     join app.journal_line l on l.subject = k.subject and l.account = k.account and l.issued_product_id = $1
     join app.journal j on j.id = l.journal_id and j.occurred_on = l.occurred_on
     left join app.journal r on r.reverses_id = j.id
     group by 1, 2, 3, 4, 5 order by 1, min(j.id::text)`,
    [
      issuedProductId,
      businessId,
      owedAccounts.map((code) => accounts[code].number),
      accounts.BORROWER_CREDIT.number,
      byDay,
    ],
  );
  return rows.map(({ principal, interest, fee, credit, ...change }) => ({
    ...change,
    principalCents: cents(principal),
    interestCents: cents(interest),
    feeCents: cents(fee),
    creditCents: cents(credit),
  }));
}

const owedAccounts = ["PRINCIPAL_RECEIVABLE", "INTEREST_RECEIVABLE", "FEE_RECEIVABLE"] as const;
type Sums = { principal: number; interest: number; fee: number; credit: number };

type Row = BalanceKey & { debit: number; credit: number };

const signed = (account: AccountCode, debit: number, credit: number): Cents =>
  cents(raisedBy(account) === "debit" ? debit - credit : credit - debit);

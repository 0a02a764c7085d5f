import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type pg from "pg";
import { productChecks } from "./product-invariants.ts";

/** After this many banking days nothing may be left in suspense. */
export const suspenseBankingDays = 3;

/** A connection that sees every tenant's rows. */
export type Auditor = Pick<pg.ClientBase, "query">;

export type Finding = {
  number: number;
  name: string;
  invariant: string;
  /** The violations; empty where the invariant holds. */
  broken: string[];
  /** The ids of what violates it: a journal, a payment order, a bank line, a product, or a book. */
  ids: string[];
  /** The parts that cannot be checked yet, and why. */
  notYet: string[];
  /** At least one part was checked. */
  asked: boolean;
};

type Part =
  | { sql: string; values?: (today: BusinessDate) => unknown[] }
  /** Waits for a table. Once the table exists, the part counts as broken until its query is written. */
  | { awaits: string; what: string };

export type Invariant = { number: number; name: string; invariant: string; parts: readonly Part[] };

const clearing = "a.code in ('CLEARING_OUT', 'CLEARING_IN')";

/**
 * What must always be true of the ledger, over all tenants. Each query is one statement and so sees one snapshot, which a concurrent posting
 * does not disturb. It returns the id and one sentence of each violation, made of ids, codes, dates and cents.
 */
const ledgerInvariants: readonly Omit<Invariant, "number">[] = [
  {
    name: "JOURNALS_BALANCE",
    invariant: "Every journal balances and moves something; so does every book",
    parts: [
      {
        sql: `select coalesce(j.id, l.journal_id)::text,
            format('journal %s: %s debited, %s credited in %s lines', coalesce(j.id, l.journal_id), l.debit, l.credit, coalesce(l.lines, 0))
          from app.journal j full join (
            select journal_id, occurred_on, sum(debit_cents) as debit, sum(credit_cents) as credit, count(*) as lines, min(book) as book,
              max(book) as other from app.journal_line group by 1, 2
          ) l on l.journal_id = j.id and l.occurred_on = j.occurred_on
          where j.id is null or l.journal_id is null or l.debit <> l.credit or l.debit = 0 or l.book <> j.book or l.other <> j.book`,
      },
      {
        sql: `select book, format('%s is off by %s', book, sum(debit_cents - credit_cents)) from app.ledger_balance
          group by book having sum(debit_cents - credit_cents) <> 0`,
      },
    ],
  },
  {
    name: "CLEARING_IS_EMPTY",
    invariant: "Clearing accounts are empty for every payment order that is over",
    parts: [
      {
        sql: `select b.subject::text, format('%s of payment order %s holds %s since %s', b.code, b.subject, b.held, moved.last_on)
          from (
            select a.code, b.account, b.book, b.subject, sum(b.debit_cents - b.credit_cents) as held
            from app.ledger_balance b join app.ledger_account a on a.number = b.account where ${clearing}
            group by a.code, b.account, b.book, b.subject having sum(b.debit_cents - b.credit_cents) <> 0
          ) b join lateral (
            select max(l.occurred_on) as last_on from app.journal_line l
            where l.subject = b.subject and l.account = b.account and l.book = b.book
          ) moved on moved.last_on < $1::date`,
        values: (today) => [addBankingDays(today, -5)],
      },
      {
        // The order has ended and has every line that it can have: one for the payment, one for its return, one for its receipt in another book.
        sql: `select o.id::text, format('%s of payment order %s, which is over, holds %s', a.code, o.id, sum(b.debit_cents - b.credit_cents))
          from app.payment_order o join app.ledger_balance b on b.subject = o.id join app.ledger_account a on a.number = b.account
          where ${clearing} and o.status in ('SUCCESSFUL_PAYMENT', 'FAILED_PAYMENT')
            and (select count(distinct l.meaning) from app.bank_line l where l.payment_order_id = o.id) =
              case when o.status = 'SUCCESSFUL_PAYMENT' then 1 + (o.to_book is not null)::int when o.return_code is null then 0 else 2 end
          group by a.code, o.id having sum(b.debit_cents - b.credit_cents) <> 0`,
      },
    ],
  },
  {
    name: "PRINCIPAL_EQUALS_SCHEDULE",
    invariant: "Principal, billed interest and fees in the books are what the obligations say is unpaid",
    parts: [],
  },
  {
    name: "RECEIVABLES_NOT_NEGATIVE",
    invariant: "No receivable is below zero, nor are unearned fees; when a product is over all of them are zero",
    parts: [
      {
        sql: `select b.subject::text, format('%s of %s%s in %s is %s', a.code, b.subject, ' ' || nullif(b.detail, ''), b.book,
              sum(b.debit_cents - b.credit_cents) * case a.type when 'liability' then -1 else 1 end)
          from app.ledger_balance b join app.ledger_account a on a.number = b.account
          where a.code in ('PRINCIPAL_RECEIVABLE', 'INTEREST_RECEIVABLE', 'FEE_RECEIVABLE', 'UNEARNED_FEES')
          group by a.code, a.type, b.book, b.subject, b.detail
          having sum(b.debit_cents - b.credit_cents) * case a.type when 'liability' then -1 else 1 end < 0`,
      },
    ],
  },
  {
    name: "ADVANCE_BALANCE",
    invariant: "The balance of an advance is its total less what was applied",
    parts: [],
  },
  {
    name: "RESERVED_WITHIN_LIMIT",
    invariant: "What is reserved of a limit lies within it, so that what is available is never below zero",
    parts: [],
  },
  {
    name: "SPLITS_ADD_UP",
    invariant: "The splits of a settlement add up to its payment order",
    parts: [
      {
        sql: `select id::text, format('payment order %s of %s is split into %s', id, amount_cents, principal_cents + interest_cents + fee_cents + credit_cents)
          from app.payment_order
          where direction = 'INCOMING' and business_id is not null and purpose <> 'MICRO_ENTRY'
            and principal_cents + interest_cents + fee_cents + credit_cents <> amount_cents + credit_used_cents`,
      },
      {
        sql: `select o.id::text,
            format('payment order %s of %s moved %s through clearing', o.id, o.amount_cents, moved.cents)
          from app.payment_order o join lateral (
            select sum(case a.code when 'CLEARING_IN' then l.debit_cents - l.credit_cents
              when 'CLEARING_OUT' then l.credit_cents - l.debit_cents else 0 end) as cents
            from app.journal j join app.journal_line l on l.journal_id = j.id and l.occurred_on = j.occurred_on
            join app.ledger_account a on a.number = l.account
            where j.id in (select b.journal_id from app.payment_order_journal b where b.payment_order_id = o.id)
          ) moved on moved.cents <> o.amount_cents`,
      },
    ],
  },
  {
    name: "SCHEDULE_ADDS_UP",
    invariant: "The rows of a schedule add up to the amount that was funded, and none has more paid than owed",
    parts: [],
  },
  {
    name: "CASH_EQUALS_BANK",
    invariant: "Cash of a book is what its bank says at each statement",
    parts: [
      {
        sql: `select id::text, format('journal %s refers to bank line %s, which is on no statement', id, substring(key from '[^/]+$'))
          from app.journal j where (key like 'bank-line/%' or key like 'payment-order/%/line/%')
            and not exists (select from app.bank_line b where b.vendor_line_id = substring(j.key from '[^/]+$'))`,
      },
      {
        // A line is posted once: with its order, or to suspense if the order was found later or never.
        sql: `select b.id::text, format('bank line %s of %s in %s is posted with its order as %s and to suspense as %s', b.id, b.cents, b.book,
              case when o.id is null then 0 else cash.cents end, case when a.id is null then 0 else cash.cents end)
          from (select id, book, case direction when 'IN' then amount_cents else -amount_cents end as cents,
              'payment-order/' || payment_order_id || '/line/' || vendor_line_id as order_key,
              'bank-line/' || book || '/' || vendor_line_id as own_key from app.bank_line) b
          left join app.journal o on o.key = b.order_key
          left join app.journal a on a.key = b.own_key
          left join lateral (
            select coalesce(sum(l.debit_cents - l.credit_cents), 0) as cents from app.journal_line l
            where l.journal_id = coalesce(o.id, a.id) and l.occurred_on = coalesce(o.occurred_on, a.occurred_on)
              and l.account = (select number from app.ledger_account where code = 'CASH')
          ) cash on true
          where (o.id is null) = (a.id is null) or coalesce(o.book, a.book) <> b.book or cash.cents <> b.cents`,
      },
      {
        // Statement cuts exist under one clock only: a business with a virtual clock has bank lines on other days than the bank.
        sql: `with cash as (
            select l.book, l.occurred_on, sum(l.debit_cents - l.credit_cents) as cents from app.journal_line l
            where l.account = (select number from app.ledger_account where code = 'CASH') group by 1, 2
          )
          select b.book || ' ' || b.as_of, format('cash of %s on %s is %s in the books and %s at the bank', b.book, b.as_of,
              coalesce(held.cents, 0), b.balance_cents)
          from app.bank_balance b cross join lateral (
            select sum(c.cents) as cents from cash c where c.book = b.book and c.occurred_on <= b.as_of
          ) held
          where b.as_of >= $1::date and coalesce(held.cents, 0) <> b.balance_cents and not exists (select from app.business_clock)`,
        values: (today) => [addDays(today, -60)],
      },
    ],
  },
  {
    name: "SUSPENSE_AND_REVENUE_SHARE",
    invariant:
      "Nothing stays unidentified for more than three banking days; the revenue share owed is what statements say is unpaid",
    parts: [
      {
        sql: `select id::text, format('bank line %s of %s in %s is unidentified since %s', id, amount_cents, book, posted_on)
          from app.bank_line where meaning = 'UNEXPLAINED' and posted_on < $1::date`,
        values: (today) => [addBankingDays(today, -suspenseBankingDays)],
      },
      {
        sql: `select coalesce(b.book, l.book), format('suspense of %s is %s, and its unidentified bank lines are %s', coalesce(b.book, l.book),
              coalesce(b.held, 0), coalesce(l.cents, 0))
          from (
            select b.book, sum(b.credit_cents - b.debit_cents) as held from app.ledger_balance b
            join app.ledger_account a on a.number = b.account where a.code = 'SUSPENSE_UNIDENTIFIED' group by 1
          ) b full join (
            select book, sum(case direction when 'IN' then amount_cents else -amount_cents end) as cents from app.bank_line
            where meaning = 'UNEXPLAINED' group by 1
          ) l on l.book = b.book where coalesce(b.held, 0) <> coalesce(l.cents, 0)`,
      },
      { awaits: "app.revenue_share_statement", what: "revenue share statements" },
    ],
  },
  {
    name: "REVERSED_ONCE",
    invariant: "A journal is reversed at most once, by its mirror",
    parts: [
      {
        sql: `select reverses_id::text, format('journal %s is reversed %s times', reverses_id, count(*)) from app.journal
          where reverses_id is not null group by reverses_id having count(*) > 1`,
      },
      {
        sql: `select distinct r.id::text, format('journal %s does not mirror %s', r.id, r.reverses_id)
          from app.journal r
          join app.journal o on o.id = r.reverses_id
          join lateral (
            select book, account, subject, detail, debit_cents, credit_cents from app.journal_line l
              where l.journal_id = o.id and l.occurred_on = o.occurred_on
            union all
            select book, account, subject, detail, -credit_cents, -debit_cents from app.journal_line l
              where l.journal_id = r.id and l.occurred_on = r.occurred_on
          ) m on true
          group by r.id, r.reverses_id, m.book, m.account, m.subject, m.detail having sum(m.debit_cents) <> 0 or sum(m.credit_cents) <> 0`,
      },
      {
        sql: `select o.id::text, format('payment order %s is %s, and journal %s of it was reversed %s times', o.id, o.status, booked.id,
              booked.reversed)
          from app.payment_order o join lateral (
            select b.journal_id as id, (select count(*) from app.journal k where k.reverses_id = b.journal_id) as reversed
            from app.payment_order_journal b where b.payment_order_id = o.id
          ) booked on case o.status when 'FAILED_PAYMENT' then booked.reversed <> 1
            else booked.reversed <> 0 and not exists (select from app.payment_order r where r.reversal_of_id = o.id) end`,
      },
    ],
  },
  {
    name: "BALANCES_EQUAL_LINES",
    invariant: "Rebuilt from journal zero, every balance is the same",
    parts: [
      {
        sql: `select subject::text, format('%s of %s%s in %s is %s debited, %s credited away from its lines', account, subject,
              ' ' || nullif(detail, ''), book, sum(debit_cents), sum(credit_cents))
          from (
            select book, account, subject, detail, debit_cents, credit_cents from app.ledger_balance
            union all
            select book, account, subject, detail, -debit_cents, -credit_cents from app.journal_line
          ) both_sides group by book, account, subject, detail having sum(debit_cents) <> 0 or sum(credit_cents) <> 0`,
      },
    ],
  },
];

/** Every invariant, numbered as in the ledger's rules, with the parts that compare the ledger with issued products. */
export const invariants: readonly Invariant[] = ledgerInvariants.map(({ name, invariant, parts }, index) => ({
  number: index + 1,
  name,
  invariant,
  parts: [...parts, ...productChecks.filter(({ number }) => number === index + 1)],
}));

/** The most violations that one query returns. */
const mostViolations = 20;

/** Checks one invariant as far as it can be checked. */
export async function checkInvariant(auditor: Auditor, checked: Invariant, today: BusinessDate): Promise<Finding> {
  const { number, name, invariant, parts } = checked;
  const finding: Finding = { number, name, invariant, broken: [], ids: [], notYet: [], asked: false };
  const exists = async (table: string): Promise<boolean> =>
    (await auditor.query("select to_regclass($1) is not null as there", [table])).rows[0].there;
  for (const part of parts) {
    if ("awaits" in part) {
      if (await exists(part.awaits)) {
        finding.broken.push(`${part.awaits} is there now, and nothing compares the books with it`);
        finding.ids.push(part.awaits);
      } else finding.notYet.push(`not yet applicable: ${part.what} would be in ${part.awaits}, which does not exist`);
      continue;
    }
    finding.asked = true;
    const { rows } = await auditor.query<{ id: string; sentence: string }>(
      `select * from (${part.sql}) violations (id, sentence) limit ${mostViolations}`,
      part.values?.(today) ?? [],
    );
    for (const { id, sentence } of rows) {
      finding.broken.push(sentence);
      finding.ids.push(id);
    }
  }
  return finding;
}

/** Checks every invariant, in the order of their numbers. */
export async function checkInvariants(auditor: Auditor, today: BusinessDate): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const invariant of invariants) findings.push(await checkInvariant(auditor, invariant, today));
  return findings;
}

export type TrialRow = { book: string; number: number; account: string; debitCents: number; creditCents: number };

/** Debit and credit of every account that was ever moved, per book. */
export async function trialBalance(auditor: Auditor): Promise<TrialRow[]> {
  const { rows } = await auditor.query<TrialRow>(
    `select b.book, a.number, a.code as account, sum(b.debit_cents)::bigint as "debitCents", sum(b.credit_cents)::bigint as "creditCents"
     from app.ledger_balance b join app.ledger_account a on a.number = b.account group by 1, 2, 3 order by 1, 2`,
  );
  return rows;
}

/** The last month that has a partition, and the number of lines in the default partition. */
export async function monthsMade(auditor: Auditor): Promise<{ until: string; elsewhere: number }> {
  const { rows } = await auditor.query(
    `select (select max(substring(relname from '\\d{4}_\\d{2}$')) from pg_class where relnamespace = 'ledger_months'::regnamespace and relkind = 'r') as until,
       (select count(*)::int from ledger_months.journal_line_elsewhere) as elsewhere`,
  );
  return { until: rows[0].until.replace("_", "-"), elsewhere: rows[0].elsewhere };
}

import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { type AccountCode, accounts } from "@inlay/lending/ledger/accounts.ts";
import type pg from "pg";

/** After this many banking days nothing may be left in suspense. */
export const suspenseBankingDays = 3;

/** A connection that sees every tenant's rows. */
export type Auditor = Pick<pg.ClientBase, "query">;

export type Finding = {
  number: number;
  invariant: string;
  /** The violations; empty where the invariant holds. */
  broken: string[];
  /** The parts that cannot be checked yet, and why. */
  notYet: string[];
  /** At least one part was checked. */
  asked: boolean;
};

type Part =
  | { sql: string; values?: (today: BusinessDate) => unknown[] }
  /** Waits for a table. Once the table exists, the part counts as broken until its query is written. */
  | { awaits: string; what: string };

/** The balances of an account that differ from the sum of an amount of the obligations, by loan, draw or invoice. */
const unpaidInTheBooks = (code: AccountCode, unpaid: string): string =>
  `select format('%s of %s is %s, and %s is unpaid', '${code}', subject, coalesce(b.cents, 0), coalesce(o.cents, 0))
   from (select coalesce(invoice_id, draw_id, issued_product_id) as subject, sum(${unpaid}) as cents
     from app.obligation where cancelled_at is null group by 1) o
   full join (select b.subject, sum(b.debit_cents - b.credit_cents) as cents from app.ledger_balance b
     where b.account = ${accounts[code].number} group by 1) b using (subject)
   where coalesce(b.cents, 0) <> coalesce(o.cents, 0)`;

/**
 * What must always be true of the ledger. Each query returns one sentence per violation. All queries run in one snapshot, so a concurrent
 * posting does not disturb them.
 */
const invariants: { invariant: string; parts: Part[] }[] = [
  {
    invariant: "Every journal balances and moves something; so does every book",
    parts: [
      {
        sql: `select format('journal %s: %s debited, %s credited in %s lines', coalesce(j.id, l.journal_id), l.debit, l.credit, coalesce(l.lines, 0))
          from app.journal j full join (
            select journal_id, occurred_on, sum(debit_cents) as debit, sum(credit_cents) as credit, count(*) as lines, min(book) as book,
              max(book) as other from app.journal_line group by 1, 2
          ) l on l.journal_id = j.id and l.occurred_on = j.occurred_on
          where j.id is null or l.journal_id is null or l.debit <> l.credit or l.debit = 0 or l.book <> j.book or l.other <> j.book`,
      },
      {
        sql: `select format('%s is off by %s', book, sum(debit_cents - credit_cents)) from app.ledger_balance
          group by book having sum(debit_cents - credit_cents) <> 0`,
      },
    ],
  },
  {
    invariant: "Clearing accounts are empty for every payment order that is over",
    parts: [
      {
        sql: `select format('%s of payment order %s holds %s since %s', a.code, l.subject, sum(l.debit_cents - l.credit_cents), max(l.occurred_on))
          from app.journal_line l join app.ledger_account a on a.number = l.account
          where a.code in ('CLEARING_OUT', 'CLEARING_IN')
          group by a.code, l.book, l.subject having sum(l.debit_cents - l.credit_cents) <> 0 and max(l.occurred_on) < $1::date`,
        values: (today) => [addBankingDays(today, -5)],
      },
      {
        // The order has ended and has every line that it can have: one for the payment, one for its return.
        sql: `select format('%s of payment order %s, which is over, holds %s', a.code, o.id, sum(l.debit_cents - l.credit_cents))
          from app.payment_order o join app.journal_line l on l.subject = o.id join app.ledger_account a on a.number = l.account
          where a.code in ('CLEARING_OUT', 'CLEARING_IN') and o.status in ('SUCCESSFUL_PAYMENT', 'FAILED_PAYMENT')
            and (select count(distinct b.meaning) from app.bank_line b where b.payment_order_id = o.id) =
              case when o.status = 'SUCCESSFUL_PAYMENT' then 1 when o.return_code is null then 0 else 2 end
          group by a.code, o.id having sum(l.debit_cents - l.credit_cents) <> 0`,
      },
    ],
  },
  {
    invariant: "Principal, interest and fees in the books are what is unpaid of the obligations",
    parts: [
      {
        sql: unpaidInTheBooks(
          "PRINCIPAL_RECEIVABLE",
          "owed_principal_cents - paid_principal_cents - waived_principal_cents",
        ),
      },
      {
        // Unbilled interest is not in the books, and is waived before billed interest is.
        sql: unpaidInTheBooks(
          "INTEREST_RECEIVABLE",
          `least(owed_interest_cents - paid_interest_cents - waived_interest_cents, greatest(0, billed_interest_cents - paid_interest_cents))`,
        ),
      },
      { sql: unpaidInTheBooks("FEE_RECEIVABLE", "owed_fee_cents - paid_fee_cents - waived_fee_cents") },
    ],
  },
  {
    invariant: "No receivable is below zero, nor are unearned fees; when a product is over all of them are zero",
    parts: [
      {
        sql: `select format('%s of %s%s in %s is %s', a.code, b.subject, ' ' || nullif(b.detail, ''), b.book,
              sum(b.debit_cents - b.credit_cents) * case a.type when 'liability' then -1 else 1 end)
          from app.ledger_balance b join app.ledger_account a on a.number = b.account
          where a.code in ('PRINCIPAL_RECEIVABLE', 'INTEREST_RECEIVABLE', 'FEE_RECEIVABLE', 'UNEARNED_FEES')
          group by a.code, a.type, b.book, b.subject, b.detail
          having sum(b.debit_cents - b.credit_cents) * case a.type when 'liability' then -1 else 1 end < 0`,
      },
      {
        sql: `select format('product %s is %s, and %s of it is %s', p.id, p.loan_status, a.code, sum(b.debit_cents - b.credit_cents))
          from app.issued_product p join app.ledger_balance b on b.issued_product_id = p.id join app.ledger_account a on a.number = b.account
          where p.loan_status in ('FULLY_PAID', 'REFINANCED', 'CLOSED')
            and a.code in ('PRINCIPAL_RECEIVABLE', 'INTEREST_RECEIVABLE', 'FEE_RECEIVABLE', 'UNEARNED_FEES', 'PAYOFF_ESCROW')
          group by p.id, a.code having sum(b.debit_cents - b.credit_cents) <> 0`,
      },
      {
        // What the books hold beyond the obligations' part is a rebate that is not paid out yet.
        sql: `select format('product %s has %s of unearned fees, and its obligations have %s to earn', o.issued_product_id, coalesce(b.cents, 0), o.cents)
          from (select issued_product_id, sum(unearned_fee_cents) as cents from app.obligation where cancelled_at is null group by 1) o
          left join (
            select b.subject, sum(b.credit_cents - b.debit_cents) as cents from app.ledger_balance b
            join app.ledger_account a on a.number = b.account where a.code = 'UNEARNED_FEES' group by 1
          ) b on b.subject = o.issued_product_id where coalesce(b.cents, 0) < o.cents`,
      },
    ],
  },
  {
    invariant: "The balance of an advance is its total less what was applied",
    parts: [
      {
        sql: `select format('obligation %s of an advance has %s paid, and payments of %s were applied', o.id,
              o.paid_principal_cents + o.paid_fee_cents, coalesce(sum(a.paid_principal_cents + a.paid_fee_cents), 0))
          from app.obligation o join app.issued_product p on p.id = o.issued_product_id
          left join app.payment_application a on a.obligation_id = o.id and a.taken_back_at is null
          where p.product_type = 'MCA' and o.refund_order_id is null and o.cancelled_at is null
          group by o.id having o.paid_principal_cents + o.paid_fee_cents <> coalesce(sum(a.paid_principal_cents + a.paid_fee_cents), 0)`,
      },
    ],
  },
  {
    invariant: "What is available of a limit is the limit less open principal and reservations, and never below zero",
    parts: [
      {
        sql: `select format('product %s has %s reserved, and no draw or invoice waits for funding', p.id, p.reserved_cents)
          from app.issued_product p where p.reserved_cents > 0
            and not exists (select from app.draw d where d.issued_product_id = p.id and d.state = 'PENDING_FUND_DISBURSEMENT')
            and not exists (select from app.invoice i where i.issued_product_id = p.id
              and i.state in ('WAITING_FOR_PARSING', 'IN_REVIEW', 'PENDING_FUND_DISPERSEMENT'))`,
      },
    ],
  },
  {
    invariant: "The splits of a settlement add up to its payment order",
    parts: [
      {
        sql: `select format('payment order %s of %s is split into %s', id, amount_cents, principal_cents + interest_cents + fee_cents + credit_cents)
          from app.payment_order
          where direction = 'INCOMING' and principal_cents + interest_cents + fee_cents + credit_cents <> amount_cents + credit_used_cents`,
      },
      {
        sql: `select format('payment order %s of %s moved %s through clearing', o.id, o.amount_cents, moved.cents)
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
    invariant: "The rows of a schedule add up to the amount and the total, with one adjusted last row",
    parts: [
      {
        sql: `select format('%s was funded with %s, and its schedule adds up to %s', f.subject, f.cents, coalesce(o.cents, 0))
          from (
            select l.subject, sum(l.debit_cents) as cents from app.journal j
            join app.journal_line l on l.journal_id = j.id and l.occurred_on = j.occurred_on
            join app.ledger_account a on a.number = l.account
            where a.code = 'PRINCIPAL_RECEIVABLE' and l.debit_cents > 0
              and j.event in ('TERM_LOAN_FUNDED', 'DRAW_FUNDED', 'INVOICE_FUNDED', 'CASH_ADVANCE_FUNDED', 'PAYOFFS_KEPT')
              and not exists (select from app.journal r where r.reverses_id = j.id) group by 1
          ) f left join (
            select coalesce(invoice_id, draw_id, issued_product_id) as subject, sum(owed_principal_cents) as cents from app.obligation
            where cancelled_at is null and refund_order_id is null group by 1
          ) o using (subject) where f.cents <> coalesce(o.cents, 0)`,
      },
      {
        sql: `select format('the schedule of %s has %s rows, and the last is number %s', coalesce(invoice_id, draw_id, issued_product_id), count(*), max(number))
          from app.obligation where cancelled_at is null and refund_order_id is null
            and (fee_type is null or fee_type in ('TRANSACTION_FEE', 'MCA_FEE'))
          group by coalesce(invoice_id, draw_id, issued_product_id) having count(*) <> max(number) or count(*) <> count(distinct number)`,
      },
    ],
  },
  {
    invariant: "Cash of a book is what its bank says at each statement",
    parts: [
      {
        sql: `select format('journal %s refers to bank line %s, which is on no statement', id, substring(key from '[^/]+$'))
          from app.journal j where (key like 'bank-line/%' or key like 'payment-order/%/line/%')
            and not exists (select from app.bank_line b where b.vendor_line_id = substring(j.key from '[^/]+$'))`,
      },
      {
        sql: `select format('bank line %s of %s in %s is not posted as it is on the statement', b.vendor_line_id, b.amount_cents, b.book)
          from app.bank_line b
          left join app.journal k on k.key = case when b.payment_order_id is null then 'bank-line/' || b.book || '/' || b.vendor_line_id
            else 'payment-order/' || b.payment_order_id || '/line/' || b.vendor_line_id end
          left join app.journal_line l on l.journal_id = k.id and l.occurred_on = k.occurred_on and l.book = b.book
            and l.account = (select number from app.ledger_account where code = 'CASH')
          where l.journal_id is null or l.debit_cents - l.credit_cents <> case b.direction when 'IN' then b.amount_cents else -b.amount_cents end`,
      },
    ],
  },
  {
    invariant:
      "Nothing stays unidentified for more than three banking days; the revenue share owed is what statements say is unpaid",
    parts: [
      {
        // The oldest money counts as cleared first.
        sql: `select format('%s holds %s unidentified for too long', l.book,
              sum(l.credit_cents) filter (where l.occurred_on < $1::date) - sum(l.debit_cents))
          from app.journal_line l join app.ledger_account a on a.number = l.account
          where a.code = 'SUSPENSE_UNIDENTIFIED' group by l.book
          having sum(l.credit_cents) filter (where l.occurred_on < $1::date) > sum(l.debit_cents)`,
        values: (today) => [addBankingDays(today, -suspenseBankingDays)],
      },
      { awaits: "app.revenue_share_statement", what: "revenue share statements" },
    ],
  },
  {
    invariant: "A journal is reversed at most once, by its mirror",
    parts: [
      {
        sql: `select format('journal %s is reversed %s times', reverses_id, count(*)) from app.journal
          where reverses_id is not null group by reverses_id having count(*) > 1`,
      },
      {
        sql: `select distinct format('journal %s does not mirror %s', r.id, r.reverses_id)
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
        sql: `select format('payment order %s is %s, and journal %s of it was reversed %s times', o.id, o.status, booked.id, booked.reversed)
          from app.payment_order o join lateral (
            select b.journal_id as id, (select count(*) from app.journal k where k.reverses_id = b.journal_id) as reversed
            from app.payment_order_journal b where b.payment_order_id = o.id
          ) booked on booked.reversed <> case o.status when 'FAILED_PAYMENT' then 1 else 0 end`,
      },
    ],
  },
  {
    invariant: "Rebuilt from journal zero, every balance is the same",
    parts: [
      {
        sql: `select format('%s of %s%s in %s is %s debited, %s credited away from its lines', account, subject, ' ' || nullif(detail, ''), book,
              sum(debit_cents), sum(credit_cents))
          from (
            select book, account, subject, detail, debit_cents, credit_cents from app.ledger_balance
            union all
            select book, account, subject, detail, -debit_cents, -credit_cents from app.journal_line
          ) both_sides group by book, account, subject, detail having sum(debit_cents) <> 0 or sum(credit_cents) <> 0`,
      },
    ],
  },
];

/** Checks every invariant that can be checked, numbered as in the ledger's rules. Returns at most twenty sentences per query. */
export async function checkInvariants(auditor: Auditor, today: BusinessDate): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [index, { invariant, parts }] of invariants.entries()) {
    const finding: Finding = { number: index + 1, invariant, broken: [], notYet: [], asked: false };
    for (const part of parts) {
      if ("awaits" in part) {
        const { rows } = await auditor.query("select to_regclass($1) is not null as there", [part.awaits]);
        if (rows[0].there) finding.broken.push(`${part.awaits} is there now, and nothing compares the books with it`);
        else finding.notYet.push(`not yet applicable: ${part.what} would be in ${part.awaits}, which does not exist`);
      } else {
        finding.asked = true;
        const { rows } = await auditor.query(
          `select * from (${part.sql}) violations (sentence) limit 20`,
          part.values?.(today) ?? [],
        );
        finding.broken.push(...rows.map((row) => row.sentence));
      }
    }
    findings.push(finding);
  }
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

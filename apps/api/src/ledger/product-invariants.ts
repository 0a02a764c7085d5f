/**
 * The parts of the invariants that compare the ledger with issued products, their obligations and what payments were applied to. As
 * everywhere, a query returns the id and one sentence of each violation.
 *
 * What is unpaid of an obligation is owed less paid less waived; what is written off counts as waived.
 */
export type ProductCheck = { number: number; sql: string };

/** The balance of one account of a product, a draw or an invoice: `unpaid` by the obligations against `held` in the books. */
const comparedPerSubject = (code: string, unpaid: string, feeType?: string) => `
  select coalesce(o.subject, b.subject)::text, format('%s of %s is %s in the books and %s in its obligations',
    '${code}', coalesce(o.subject, b.subject), coalesce(b.held, 0), coalesce(o.unpaid, 0))
  from (
    select coalesce(invoice_id, draw_id, issued_product_id) as subject, sum(${unpaid}) as unpaid from app.obligation
    where cancelled_at is null ${feeType ? `and fee_type = '${feeType}'` : ""} group by 1
  ) o full join (
    select b.subject, sum(b.debit_cents - b.credit_cents) as held from app.ledger_balance b
    join app.ledger_account a on a.number = b.account where a.code = '${code}' ${feeType ? `and b.detail = '${feeType}'` : ""}
    group by 1
  ) b on b.subject = o.subject where coalesce(o.unpaid, 0) <> coalesce(b.held, 0)`;

const unpaidPrincipal = "owed_principal_cents - paid_principal_cents - waived_principal_cents";

export const productChecks: readonly ProductCheck[] = [
  { number: 3, sql: comparedPerSubject("PRINCIPAL_RECEIVABLE", unpaidPrincipal) },
  {
    number: 3,
    // Interest that is not billed is not in the books, and is waived before billed interest is.
    sql: comparedPerSubject(
      "INTEREST_RECEIVABLE",
      "least(owed_interest_cents - paid_interest_cents - waived_interest_cents, greatest(0, billed_interest_cents - paid_interest_cents))",
    ),
  },
  {
    number: 3,
    sql: comparedPerSubject("FEE_RECEIVABLE", "owed_fee_cents - paid_fee_cents - waived_fee_cents"),
  },
  {
    // Over means that nothing is owed, nothing is to be earned and nothing is held for another lender.
    number: 4,
    sql: `select p.id::text, format('%s of product %s, which is %s, is %s', a.code, p.id, p.loan_status, sum(b.debit_cents - b.credit_cents))
      from app.issued_product p join app.ledger_balance b on b.issued_product_id = p.id join app.ledger_account a on a.number = b.account
      where p.loan_status in ('FULLY_PAID', 'REFINANCED', 'CLOSED')
        and a.code in ('PRINCIPAL_RECEIVABLE', 'INTEREST_RECEIVABLE', 'FEE_RECEIVABLE', 'UNEARNED_FEES', 'PAYOFF_ESCROW')
      group by a.code, p.id, p.loan_status having sum(b.debit_cents - b.credit_cents) <> 0`,
  },
  {
    // The obligations hold what of the original fee is not earned, so UNEARNED_FEES never exceeds the original fee. A rebate is in the books
    // until its order is submitted.
    number: 4,
    sql: `select coalesce(o.id, b.id)::text, format('UNEARNED_FEES of product %s is %s in the books and %s in its obligations',
        coalesce(o.id, b.id), coalesce(b.held, 0), coalesce(o.unearned, 0))
      from (
        select p.id, coalesce((select sum(o.unearned_fee_cents) from app.obligation o where o.issued_product_id = p.id and o.cancelled_at is null), 0)
          + coalesce((select sum(r.amount_cents) from app.payment_order r join app.payment_order paid on paid.id = r.refund_of_id
            where r.issued_product_id = p.id and r.purpose = 'REBATE' and paid.status = 'SUCCESSFUL_PAYMENT'
              and r.status in ('CREATED', 'SCHEDULED', 'PAYMENT_PROCESSOR_OUTAGE', 'FAILED_PAYMENT')
              and not exists (select from app.payment_order again where again.retry_of_id = r.id)), 0) as unearned
        from app.issued_product p
      ) o full join (
        select b.issued_product_id as id, sum(b.credit_cents - b.debit_cents) as held from app.ledger_balance b
        join app.ledger_account a on a.number = b.account where a.code = 'UNEARNED_FEES' group by 1
      ) b on b.id = o.id where coalesce(o.unearned, 0) <> coalesce(b.held, 0)`,
  },
  {
    // With the principal of invariant 3 this is the balance of an advance.
    number: 5,
    sql: comparedPerSubject("FEE_RECEIVABLE", "owed_fee_cents - paid_fee_cents - waived_fee_cents", "MCA_FEE"),
  },
  {
    // What is available is floored at zero, and an exceeded limit is a task for staff.
    number: 6,
    sql: `select p.id::text, format('product %s reserves %s, and its draws and invoices wait for %s', p.id, p.reserved_cents, waiting.cents)
      from app.issued_product p
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents from app.limit_reservation where issued_product_id = p.id and state = 'WAITING'
      ) waiting
      where p.reserved_cents <> waiting.cents or (p.reserved_cents <> 0 and p.loan_status in ('FULLY_PAID', 'REFINANCED', 'CLOSED'))`,
  },
  {
    // The rest of the payment, if it was more than owed, is the business's credit.
    number: 7,
    sql: `select o.id::text, format('payment order %s of %s was applied as %s, with %s credited', o.id, o.amount_cents, applied.cents, o.credit_cents)
      from app.payment_order o
      join lateral (
        select sum(paid_principal_cents + paid_interest_cents + paid_fee_cents) as cents from app.payment_application
        where payment_order_id = o.id and taken_back_at is null
      ) applied on applied.cents is not null
      where o.direction = 'INCOMING' and o.status = 'SUCCESSFUL_PAYMENT'
        and applied.cents + o.credit_cents <> o.amount_cents + o.credit_used_cents`,
  },
  {
    // An obligation never has more paid and waived than owed, and is numbered once within its loan, draw or invoice.
    number: 8,
    sql: `select min(id::text), format('%s has obligation %s %s times', coalesce(invoice_id, draw_id, issued_product_id), number, count(*))
      from app.obligation where cancelled_at is null
      group by coalesce(invoice_id, draw_id, issued_product_id), number having count(*) > 1
      union all
      select id::text, format('obligation %s has more paid and waived than owed', id) from app.obligation
      where paid_principal_cents + waived_principal_cents > owed_principal_cents
        or paid_interest_cents + waived_interest_cents > owed_interest_cents or paid_fee_cents + waived_fee_cents > owed_fee_cents`,
  },
  {
    // The schedule's principal is what the funding put into the books.
    number: 8,
    sql: `select subject::text, format('%s was funded with a principal of %s, and its schedule has %s', subject, sum(funded), sum(planned))
      from (
        select l.subject, l.debit_cents as funded, 0 as planned from app.payment_order o
        join app.payment_order_journal b on b.payment_order_id = o.id join app.journal j on j.id = b.journal_id
        join app.journal_line l on l.journal_id = j.id and l.occurred_on = j.occurred_on
        where o.direction = 'OUTGOING' and o.status <> 'FAILED_PAYMENT' and l.debit_cents > 0
          -- A join with the accounts would be estimated as a few lines, and looked up line by line.
          and l.account = (select number from app.ledger_account where code = 'PRINCIPAL_RECEIVABLE')
          -- It corrects what the payout pays off of an old product.
          and j.event <> 'REFINANCED_PAYOFF_ADJUSTED'
        union all
        select coalesce(invoice_id, draw_id, issued_product_id), 0, owed_principal_cents from app.obligation
        where cancelled_at is null and refund_order_id is null
      ) principal group by subject having sum(funded) > 0 and sum(funded) <> sum(planned)`,
  },
  {
    number: 11,
    sql: `select o.id::text, format('payment order %s is FAILED_PAYMENT, and %s of it are still applied', o.id,
        sum(p.paid_principal_cents + p.paid_interest_cents + p.paid_fee_cents))
      from app.payment_order o join app.payment_application p on p.payment_order_id = o.id
      where o.status = 'FAILED_PAYMENT' and p.taken_back_at is null group by o.id`,
  },
];

import type { ServicingHome } from "@inlay/contracts/servicing/home.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { issuedProductLifecycle, type LoanStatus, type ProductState } from "@inlay/lending/mechanics/issued-product.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import {
  type HomeFacts,
  type HomeMoment,
  type HomePayment,
  headlineFigure,
  homeProduct,
  type OpenDebit,
  type OpenPeriod,
  paymentsOf,
  type TakenFrom,
  toPay,
} from "@inlay/lending/servicing/home.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import { amountOf, type ObligationRow, obligationOf } from "../products/public.ts";
import { toExplanations } from "./term-loan.ts";

/** A product with what is open of it; its columns are null if the business has no product. Dates within JSON are text. */
type Row = {
  now: Date;
  account: TakenFrom | null;
  is_auto_payment_on: boolean | null;
  id: string | null;
  product_type: ProductType;
  loan_status: LoanStatus;
  product_state: ProductState;
  created_at: Date;
  limit_cents: number | null;
  reserved_cents: number;
  request: unknown;
  obligations: ObligationRow[];
  debits: (Omit<OpenDebit, "amountCents"> & { amountCents: number })[];
  periods: (Omit<OpenPeriod, "amountCents"> & { amountCents: number | null })[];
  open_payoff: { effectiveOn: BusinessDate; principalCents: number; interestCents: number; feesCents: number } | null;
};

/** Everything that the home page of servicing shows. */
export async function readServicingHome(tx: Tx, businessId: string): Promise<ServicingHome> {
  const rows = await readRows(tx, businessId);
  const [first] = rows;
  if (!first) throw new Error("the business's time is always a row");
  const { now, account, is_auto_payment_on } = first;
  const today = easternTime(now).date;
  const moment: HomeMoment = { now, today, account, isAutoPaymentOn: is_auto_payment_on === true };
  const products = rows.flatMap((row) => (row.id === null ? [] : { row, facts: factsOf(row, row.id) }));
  const ended = products.filter(({ facts }) => issuedProductLifecycle.isOver(facts.loanStatus));
  const { result, explanations } = explained((write) => {
    const open = products
      .filter(({ facts }) => !issuedProductLifecycle.isOver(facts.loanStatus))
      .map(({ row, facts }) => {
        const payments = paymentsOf(facts, moment, write);
        return { row, facts, payments, shown: homeProduct(facts, payments, write) };
      });
    const all = open.flatMap(({ payments }) => payments);
    return { open, due: toPay(all, today, write) };
  });
  const { lateCents, comingCents, days, payments } = result.due;
  return {
    today,
    isAutoPaymentOn: moment.isAutoPaymentOn,
    toPay: { lateCents, comingCents, days, payments: payments.map(paymentResponse) },
    products: result.open.map(({ row, facts, shown: { headline, progress, alert, nextPayment } }) => ({
      ...identityOf(row, facts),
      alert: alert?.code ?? null,
      headline,
      progress,
      hasRequestedPayoff: facts.openPayoff !== null,
      nextPayment: nextPayment && paymentResponse(nextPayment),
    })),
    endedProducts: ended.map(({ row, facts }) => ({ ...identityOf(row, facts), amountCents: facts.amountCents })),
    explanations: toExplanations(
      new Map(
        [
          ...["lateCents", "comingCents"].map((name) => [name, name] as const),
          ...payments.map(({ figure }, at) => [`payment/${at}`, figure] as const),
          ...result.open.flatMap(({ facts: { id }, shown: { nextPayment } }) => [
            [headlineFigure(id), headlineFigure(id)] as const,
            ...(nextPayment ? [[`next/${id}`, nextPayment.figure] as const] : []),
          ]),
        ].flatMap(([name, figure]) => {
          const explanation = explanations.get(figure);
          return explanation ? [[name, explanation] as const] : [];
        }),
      ),
    ),
  };
}

const identityOf = (row: Row, { id, type, loanStatus }: HomeFacts) => ({
  id,
  productType: type,
  loanStatus,
  createdAt: row.created_at.toISOString(),
});

const paymentResponse = ({ dueOn, takenOn, account, figure: _, ...payment }: HomePayment) => ({
  ...payment,
  dueDate: dueOn,
  takenDate: takenOn,
  account: account && { name: account.name, accountNumberLast4: account.last4 },
});

const factsOf = (row: Row, id: string): HomeFacts => ({
  id,
  type: row.product_type,
  loanStatus: row.loan_status,
  state: row.product_state,
  amountCents: amountOf(row.limit_cents, row.request),
  reservedCents: cents(row.reserved_cents),
  open: row.obligations.map(obligationOf),
  periods: row.periods.map((period) => ({ ...period, amountCents: centsOrNull(period.amountCents) })),
  debits: row.debits.map((debit) => ({ ...debit, amountCents: cents(debit.amountCents) })),
  openPayoff: row.open_payoff && {
    effectiveOn: row.open_payoff.effectiveOn,
    principalCents: cents(row.open_payoff.principalCents),
    interestCents: cents(row.open_payoff.interestCents),
    feesCents: cents(row.open_payoff.feesCents),
  },
});

const centsOrNull = (amount: number | null): Cents | null => (amount === null ? null : cents(amount));

const accountName = sql`coalesce(account.institution_name, account.account_name)`;
const accountJson = sql`json_build_object('name', ${accountName},
  'last4', case when account.is_number_tokenized then null else account.account_number_last4 end)`;

/**
 * One statement: what is open of each product is read by partial indexes, so that it takes as long after ten thousand payments as after ten.
 */
async function readRows(tx: Tx, businessId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select clock.now, debited.account, debited.is_auto_payment_on,
      p.id, p.product_type, p.loan_status, p.product_state, p.created_at, p.limit_cents, p.reserved_cents, p.request,
      coalesce(obligations.list, '[]') as obligations, coalesce(debits.list, '[]') as debits,
      coalesce(periods.list, '[]') as periods, payoff.open_payoff
    from (select app.business_now(${businessId}::uuid) as now) clock
    left join lateral (
      select ${accountJson} as account,
        account.verification = 'VERIFIED' and account.blocked_at is null and account.stopped_at is null
          and exists (select from app.ach_authorization a where a.bank_account_id = account.id and a.revoked_at is null) as is_auto_payment_on
      from app.bank_account account
      where account.business_id = ${businessId} and account.party = 'BUSINESS' and account.removed_at is null and 'SERVICING' = any (account.roles)
    ) debited on true
    left join app.issued_product p on p.business_id = ${businessId} and p.offer_id is not null
    left join lateral (
      select json_agg(o order by o.due_on, o.number, o.id) as list from (
        select id, draw_id, invoice_id, number, due_on, fee_type, owed_principal_cents, owed_interest_cents, owed_fee_cents,
          paid_principal_cents, paid_interest_cents, paid_fee_cents, waived_principal_cents, waived_interest_cents, waived_fee_cents,
          billed_interest_cents, unearned_fee_cents, rebate_fee_percentage, rebate_plan_days, refund_order_id
        from app.obligation
        where issued_product_id = p.id and cancelled_at is null
          and owed_principal_cents + owed_interest_cents + owed_fee_cents
            > paid_principal_cents + paid_interest_cents + paid_fee_cents
              + waived_principal_cents + waived_interest_cents + waived_fee_cents
      ) o
    ) obligations on true
    left join lateral (
      select json_agg(json_build_object('item', o.item, 'status', o.status, 'isClaimed', o.claimed_at is not null,
          'effectiveOn', o.effective_on, 'amountCents', o.amount_cents,
          'covers', case when pay_now.id is null then null
            else json_build_object('dueUntil', pay_now.due_until, 'periodIds', pay_now.advance_period_ids) end,
          'account', case when account.id is null then null else ${accountJson} end) order by o.effective_on, o.id) as list
      from app.payment_order o
      left join app.pay_now on o.item = 'pay-now/' || pay_now.id and pay_now.issued_product_id = p.id
      left join app.bank_account account on account.id = o.bank_account_id
      where o.issued_product_id = p.id and o.direction = 'INCOMING'
        and o.status in ('CREATED', 'SCHEDULED', 'SUBMITTED', 'PAYMENT_PROCESSOR_OUTAGE', 'UNEXPECTED_ERROR')
    ) debits on true
    left join lateral (
      select json_agg(json_build_object('id', a.id, 'state', a.state, 'paymentOn', a.payment_on, 'amountCents', a.amount_cents,
          'isEstimated', a.is_estimated) order by a.number) as list
      from app.advance_period a
      where a.issued_product_id = p.id and a.state in ('OPEN', 'DUE', 'DUE_ESTIMATED', 'UNPAID')
    ) periods on true
    left join lateral (
      select json_build_object('effectiveOn', o.effective_on, 'principalCents', o.principal_cents,
        'interestCents', o.interest_cents, 'feesCents', o.fees_cents) as open_payoff
      from app.payoff o where o.issued_product_id = p.id and o.draw_id is null and o.invoice_id is null
        and o.status in ('SCHEDULED', 'IN_FLIGHT')
    ) payoff on true
    order by p.created_at desc, p.id desc`.execute(tx);
  return rows;
}

import { randomUUID } from "node:crypto";
import { addBankingDays, bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import type { LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { collectedOn, nextWeekAfter } from "@inlay/lending/servicing/collection.ts";
import type pg from "pg";
import { issuedAmountCents, issuedProduct } from "../products/issued.fixture.ts";

type Loan = { platformId: string; businessId: string; issuedProductId: string };

/** Puts a loan in servicing, with a status and a fee of 25.00. Returns the id of the fee. */
export async function inServicing(
  admin: pg.Pool,
  { platformId, businessId, issuedProductId }: Loan,
  loanStatus: LoanStatus = "LATE",
): Promise<string> {
  await admin.query("update app.issued_product set loan_status = $2 where id = $1", [issuedProductId, loanStatus]);
  await admin.query(
    "insert into app.product_servicing (platform_id, business_id, issued_product_id) values ($1, $2, $3) on conflict do nothing",
    [platformId, businessId, issuedProductId],
  );
  const { rows } = await admin.query<{ id: string }>(
    `insert into app.obligation (platform_id, business_id, issued_product_id, number, due_on, original_due_on, fee_type, owed_principal_cents,
       owed_interest_cents, owed_fee_cents) values ($1, $2, $3, 99, '2026-02-02', '2026-02-02', 'LATE_PAYMENT', 0, 0, $4) returning id`,
    [platformId, businessId, issuedProductId, dueFeeCents],
  );
  return rows[0]?.id ?? "";
}

/** A fee that has fallen due. */
export const dueFeeCents = 2_500;

/**
 * A loan of $50,000 that was issued from an offer, is paid on time, and owes a fee and, in six weeks of real time, its first installment. An
 * account that may be debited is named if the business has none.
 */
export async function aCurrentLoan(
  admin: pg.Pool,
  { platformId, businessId }: Omit<Loan, "issuedProductId">,
): Promise<string> {
  const { id } = await issuedProduct(admin, { platformId, businessId }, "TERM_LOAN", true);
  const today = dateAt(new Date());
  await admin.query("update app.issued_product set product_state = 'ACTIVE', funded_on = $2 where id = $1", [
    id,
    addDays(today, -3),
  ]);
  await admin.query(
    `insert into app.obligation (platform_id, business_id, issued_product_id, number, due_on, original_due_on, owed_principal_cents,
       owed_interest_cents, owed_fee_cents) values ($1, $2, $3, 1, $4, $4, $5, 75000, 0)`,
    [platformId, businessId, id, addDays(today, 42), issuedAmountCents],
  );
  await admin.query(
    `insert into app.obligation (platform_id, business_id, issued_product_id, number, due_on, original_due_on, fee_type, owed_principal_cents,
       owed_interest_cents, owed_fee_cents) values ($1, $2, $3, 99, $4, $4, 'LATE_PAYMENT', 0, 0, $5)`,
    [platformId, businessId, id, addDays(today, -3), dueFeeCents],
  );
  await admin.query(
    "insert into app.product_servicing (platform_id, business_id, issued_product_id) values ($1, $2, $3)",
    [platformId, businessId, id],
  );
  await admin.query(
    `with account as (
       insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
         verification, added_on, sanctions_clear_on, roles)
       select gen_random_uuid(), $1, $2, 'Operating', '6789', 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', $3, $3, '{SERVICING}'
       where not exists (select from app.bank_account where business_id = $2 and 'SERVICING' = any(roles) and removed_at is null)
       returning id)
     insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version)
     select $1, $2, id, 'x', '1' from account`,
    [platformId, businessId, today],
  );
  return id;
}

/** An advance of $50,000 for $56,000 of future sales that was funded three days ago. */
export async function aCurrentAdvance(
  admin: pg.Pool,
  { platformId, businessId }: Omit<Loan, "issuedProductId">,
): Promise<string> {
  const { id } = await issuedProduct(admin, { platformId, businessId }, "MCA", true);
  await admin.query("update app.issued_product set product_state = 'ACTIVE', funded_on = $2 where id = $1", [
    id,
    addDays(dateAt(new Date()), -3),
  ]);
  await admin.query(
    `insert into app.obligation (platform_id, business_id, issued_product_id, number, fee_type, owed_principal_cents, owed_interest_cents,
       owed_fee_cents) values ($1, $2, $3, 1, 'MCA_FEE', $4, 0, 600000)`,
    [platformId, businessId, id, issuedAmountCents],
  );
  await admin.query(
    "insert into app.product_servicing (platform_id, business_id, issued_product_id) values ($1, $2, $3)",
    [platformId, businessId, id],
  );
  return id;
}

/** An open line of $50,000. An account that may be paid is named if the business has none. */
export async function aCurrentLine(
  admin: pg.Pool,
  { platformId, businessId }: Omit<Loan, "issuedProductId">,
): Promise<string> {
  const { id } = await issuedProduct(admin, { platformId, businessId }, "LOC_TERM_LOAN", true);
  const today = dateAt(new Date());
  await admin.query(
    "update app.issued_product set product_state = 'ACTIVE', funded_on = $2, matures_on = $3 where id = $1",
    [id, addDays(today, -3), addDays(today, 357)],
  );
  await admin.query(
    "insert into app.product_servicing (platform_id, business_id, issued_product_id) values ($1, $2, $3)",
    [platformId, businessId, id],
  );
  await admin.query(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
       verification, added_on, sanctions_clear_on, roles)
     select gen_random_uuid(), $1, $2, 'Payouts', '6780', 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', $3, $3, '{DISBURSEMENT}'
     where not exists (select from app.bank_account where business_id = $2 and 'DISBURSEMENT' = any(roles) and removed_at is null)`,
    [platformId, businessId, today],
  );
  return id;
}

/** A draw of $1,000 on such a line, which waits for its payout. */
export async function aWaitingDraw(admin: pg.Pool, issuedProductId: string): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `with d as (
       insert into app.draw (id, platform_id, business_id, issued_product_id, request, state, amount_cents, fee_cents, next_action_at)
       select gen_random_uuid(), platform_id, business_id, id, '{"amountCents": 100000}', 'PENDING_FUND_DISBURSEMENT', 100000, 0,
         now() + interval '7 days'
       from app.issued_product where id = $1 returning *),
     r as (
       insert into app.limit_reservation (platform_id, business_id, issued_product_id, draw_id, amount_cents)
       select platform_id, business_id, issued_product_id, id, 100000 from d)
     select id from d`,
    [issuedProductId],
  );
  return rows[0]?.id ?? "";
}

/** A draw of $1,000 on such a line, which owes its only installment in six weeks of real time. */
export async function anOwedDraw(admin: pg.Pool, issuedProductId: string): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `with d as (
       insert into app.draw (id, platform_id, business_id, issued_product_id, request, state, amount_cents, fee_cents, funded_on)
       select gen_random_uuid(), platform_id, business_id, id, '{"amountCents": 100000}', 'WAITING_FOR_REPAYMENT', 100000, 0, $2
       from app.issued_product where id = $1 returning *),
     o as (
       insert into app.obligation (platform_id, business_id, issued_product_id, draw_id, number, due_on, original_due_on, owed_principal_cents,
         owed_interest_cents, owed_fee_cents)
       select platform_id, business_id, issued_product_id, id, 1, $3, $3, 100000, 2000, 0 from d)
     select id from d`,
    [issuedProductId, addDays(dateAt(new Date()), -3), addDays(dateAt(new Date()), 42)],
  );
  return rows[0]?.id ?? "";
}

/** That advance was funded two hundred days ago, and its business has had no sales since. */
export async function endSales(admin: pg.Pool, issuedProductId: string): Promise<void> {
  const fundedOn = addDays(dateAt(new Date()), -200);
  await admin.query("update app.issued_product set funded_on = $2 where id = $1", [issuedProductId, fundedOn]);
  await admin.query(
    `insert into app.advance_period (platform_id, business_id, issued_product_id, number, starts_on, ends_on, payment_on, state, sales_cents,
       sales_source, amount_cents)
     select platform_id, business_id, id, 1, $2, $3, $4, 'NO_SALES', 0, 'PLATFORM', 0 from app.issued_product where id = $1`,
    [issuedProductId, addDays(fundedOn, 1), addDays(fundedOn, 190), addDays(fundedOn, 192)],
  );
}

/** A period of that advance that has ended, whose sales nobody knows, and a document of its business. */
export async function aPeriodWithoutSales(
  admin: pg.Pool,
  issuedProductId: string,
): Promise<{ periodId: string; documentId: string }> {
  const today = dateAt(new Date());
  const { rows } = await admin.query<{ period: string; document: string }>(
    `with period as (
       insert into app.advance_period (platform_id, business_id, issued_product_id, number, starts_on, ends_on, payment_on, state)
       select platform_id, business_id, id, 1, $2, $3, $4, 'OPEN' from app.issued_product where id = $1 returning id, platform_id, business_id),
     document as (
       insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind, bytes, sha256)
       select platform_id, business_id, 'ADDITIONAL_DOCUMENTS', 'USER', 'READY', 'terminal.pdf', 'PDF', 3, $5 from period returning id)
     select period.id as period, document.id as document from period, document`,
    [issuedProductId, addDays(today, -3), addDays(today, -2), addDays(today, 3), Buffer.alloc(32)],
  );
  return { periodId: rows[0]?.period ?? "", documentId: rows[0]?.document ?? "" };
}

/** A day for which the payoff of that loan can be scheduled. */
export const payoffDay = (): string => addDays(dateAt(new Date()), 14);

/** A request for the payoff of a late loan, of somebody of its business. */
export const payoffRequested = (admin: pg.Pool, { platformId, businessId, issuedProductId }: Loan): Promise<unknown> =>
  admin.query(
    `insert into app.payoff_request (id, platform_id, business_id, issued_product_id, status, requested_by, expires_at)
     select uuidv7(), $1, $2, $3, 'REQUESTED', (select id from app.business_user where business_id = $2 order by id limit 1),
       now() + interval '14 days'`,
    [platformId, businessId, issuedProductId],
  );

/** The first day on which it can be debited. */
export const nextDebitDay = (): string => collectedOn(easternTime(new Date()).date, new Date());

/** A day to which its first installment can be moved. */
export const laterDay = (): string => addBankingDays(bankingDayOnOrAfter(addDays(dateAt(new Date()), 42)), 1);

/** The installment of a loan with one. */
export async function installmentOf(admin: pg.Pool, issuedProductId: string): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    "select id from app.obligation where issued_product_id = $1 and number = 1",
    [issuedProductId],
  );
  return rows[0]?.id ?? "";
}

/** The account of the business that is debited has everything that a debit needs. */
export async function makeDebitable(
  admin: pg.Pool,
  { platformId, businessId }: Omit<Loan, "issuedProductId">,
): Promise<void> {
  await admin.query(
    `with account as (
       update app.bank_account set verification = 'VERIFIED', sanctions_clear_on = $3, blocked_at = null, stopped_at = null
       where business_id = $2 and 'SERVICING' = any(roles) and removed_at is null returning id)
     insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version)
     select $1, $2, id, 'x', '1' from account on conflict do nothing`,
    [platformId, businessId, dateAt(new Date())],
  );
}

/** The same loan, whose installment fell due nine days ago and whose debit was returned. */
export async function anOverdueLoan(
  admin: pg.Pool,
  scope: Omit<Loan, "issuedProductId">,
): Promise<{ loan: string; installment: string }> {
  const loan = await aCurrentLoan(admin, scope);
  await makeDebitable(admin, scope);
  const installment = await installmentOf(admin, loan);
  const dueOn = addDays(dateAt(new Date()), -9);
  await admin.query("update app.obligation set due_on = $2, original_due_on = $2 where id = $1", [installment, dueOn]);
  await admin.query(
    `insert into app.payment_order (id, platform_id, business_id, key, bank_account_id, rail, direction, payment_type, transfer_type,
       product_type, amount_cents, principal_cents, interest_cents, fee_cents, book, item, issued_product_id, due_on, effective_on, purpose,
       status, created_by_kind, is_manual, looks_improper, alerts, retries_made, first_settled_on, failure_reason, return_code)
     select uuidv7(), $1, $2, 'obligation/' || $4 || '/1', a.id, 'ACH', 'INCOMING', 'REPAYMENT', 'CASH', 'TERM_LOAN', 7575000, 7500000, 75000, 0,
       'EQUITY', 'installment/' || $4, $3, $5, $5, 'REPAYMENT', 'FAILED_PAYMENT', 'SYSTEM', false, false, '{}', 0, $5, 'insufficient_funds', 'R01'
     from app.bank_account a where a.business_id = $2 and 'SERVICING' = any(a.roles) and a.removed_at is null`,
    [scope.platformId, scope.businessId, loan, installment, dueOn],
  );
  return { loan, installment };
}

/** The parts in which the installment of such a loan can be split, on two days of different weeks. */
export function splitParts(): { amountCents: number; day: string }[] {
  const first = collectedOn(easternTime(new Date()).date, new Date());
  const amountCents = (issuedAmountCents + 75_000) / 2;
  return [first, nextWeekAfter(first)].map((day) => ({ amountCents, day }));
}

/** Another account of the business, which may be debited and is not. */
export async function anotherAccount(
  admin: pg.Pool,
  { platformId, businessId }: Omit<Loan, "issuedProductId">,
): Promise<string> {
  const today = dateAt(new Date());
  const { rows } = await admin.query<{ id: string }>(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
       verification, added_on, sanctions_clear_on)
     values (gen_random_uuid(), $1, $2, 'Savings', '4321', 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', $3, $3) returning id`,
    [platformId, businessId, today],
  );
  const id = rows[0]?.id ?? "";
  await admin.query(
    "insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version) values ($1, $2, $3, 'x', '1')",
    [platformId, businessId, id],
  );
  return id;
}

/** A receipt in suspense that fits such a loan, as staff name it. */
export async function aReceipt(admin: pg.Pool) {
  const payment = { vendorLineId: randomUUID(), amountCents: 45_840, receivedOn: dateAt(new Date()), kind: "LUMP_SUM" };
  await admin.query(
    `insert into app.bank_line (vendor_line_id, book, posted_on, direction, amount_cents, meaning, fault)
     values ($1, 'EQUITY', $2, 'IN', $3, 'UNEXPLAINED', 'UNKNOWN_PAYMENT')`,
    [payment.vendorLineId, payment.receivedOn, payment.amountCents],
  );
  return payment;
}

/** A payment of a loan that came without the processor, and the line in suspense with which our bank has sent it back. */
export async function aReturnedReceipt(admin: pg.Pool, { platformId, businessId, issuedProductId }: Loan) {
  const vendorLineId = randomUUID();
  const today = dateAt(new Date());
  const { rows } = await admin.query<{ id: string }>(
    `insert into app.payment_order (id, platform_id, business_id, key, rail, direction, payment_type, transfer_type, product_type, amount_cents,
       principal_cents, interest_cents, fee_cents, book, item, issued_product_id, due_on, effective_on, purpose, status, created_by_kind,
       is_manual, is_once, looks_improper, alerts, retries_made, submitted_at, payment_confirmed_at)
     select id, $1, $2, 'receipt/' || id, 'OUTSIDE', 'INCOMING', 'REPAYMENT', 'CASH', 'TERM_LOAN', 45840, 45840, 0, 0, 'EQUITY', 'receipt/' || id,
       $3, $4, $4, 'LUMP_SUM', 'SUCCESSFUL_PAYMENT', 'STAFF', true, true, false, '{}', 0, now(), now()
     from (select uuidv7() as id) made returning id`,
    [platformId, businessId, issuedProductId, today],
  );
  await admin.query(
    `insert into app.bank_line (vendor_line_id, book, posted_on, direction, amount_cents, meaning, fault)
     values ($1, 'EQUITY', $2, 'OUT', 45840, 'UNEXPLAINED', 'UNKNOWN_PAYMENT')`,
    [vendorLineId, today],
  );
  return { paymentOrderId: rows[0]?.id ?? "", vendorLineId };
}

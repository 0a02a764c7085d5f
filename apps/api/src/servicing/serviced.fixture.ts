import { randomUUID } from "node:crypto";
import { addBankingDays, bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import type { LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { collectedOn } from "@inlay/lending/servicing/collection.ts";
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

/** The same loan, whose installment fell due nine days ago and whose debit was returned. */
export async function anOverdueLoan(
  admin: pg.Pool,
  scope: Omit<Loan, "issuedProductId">,
): Promise<{ loan: string; installment: string }> {
  const loan = await aCurrentLoan(admin, scope);
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

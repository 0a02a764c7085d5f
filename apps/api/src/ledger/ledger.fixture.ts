import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type pg from "pg";
import type { Scope } from "../db/scope.ts";
import type { Posting } from "./post.ts";

export type Borrower = {
  scope: Scope;
  issuedProductId: string;
  posting(key?: string, changes?: Partial<Posting>): Posting;
};

/** A business with a product to post about, on a platform of its own or on the one named. */
export async function aBorrower(admin: pg.Pool, onPlatform?: string): Promise<Borrower> {
  const [platformId, businessId, issuedProductId] = [onPlatform ?? randomUUID(), randomUUID(), randomUUID()];
  if (!onPlatform) await admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
  await admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
  const subjects = { platformId, businessId, issuedProductId, productType: "TERM_LOAN", paymentOrderId: randomUUID() };
  return {
    scope: { platformId, businessId },
    issuedProductId,
    posting: (key = randomUUID(), changes = {}) => ({
      key,
      occurredOn: businessDate("2026-11-16"),
      source: { type: "payment order", id: subjects.paymentOrderId },
      subjects,
      ...changes,
    }),
  };
}

/** Inserts a debit of 100 with the given columns, in any state. */
export async function aKeptDebit(
  admin: pg.Pool,
  { scope }: Borrower,
  id: string,
  columns: Record<string, unknown>,
): Promise<void> {
  const { platformId, businessId } = scope;
  const bankAccountId = randomUUID();
  await admin.query(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method, added_on)
     values ($1, $2, $3, 'Checking', '6789', 'checking', 'BUSINESS', 'MANUAL', '2026-01-02')`,
    [bankAccountId, platformId, businessId],
  );
  const names = Object.keys(columns);
  await admin.query(
    `insert into app.payment_order (id, platform_id, business_id, key, bank_account_id, direction, payment_type, transfer_type, amount_cents,
       principal_cents, book, item, purpose, entries, due_on, effective_on, created_by_kind, is_manual, looks_improper, ${names.join(", ")})
     values ($1, $2, $3, gen_random_uuid(), $4, 'INCOMING', 'REPAYMENT', 'CASH', 100, 100, 'CONCAR_SPV_1', 'item', 'OTHER', '[]', '2026-11-16', '2026-11-16',
       'SYSTEM', false, false, ${names.map((_, n) => `$${5 + n}`).join(", ")})`,
    [id, platformId, businessId, bankAccountId, ...Object.values(columns)],
  );
}

/** Every balance that differs from the sum of its lines, in a database of any size. */
export const balancesThatDiffer = `
  select book, account, subject, detail from (
    select book, account, subject, detail, debit_cents, credit_cents from app.ledger_balance
    union all
    select book, account, subject, detail, -debit_cents, -credit_cents from app.journal_line
  ) both_sides group by 1, 2, 3, 4 having sum(debit_cents) <> 0 or sum(credit_cents) <> 0`;

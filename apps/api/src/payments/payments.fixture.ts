import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { Secret } from "@inlay/contracts/secret.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { credit, debit, entry } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { TestPerson, TestPlatform, TestServer } from "../http/server.fixture.ts";
import { aLoanOwing } from "../products/products.fixture.ts";
import type { NewOrder } from "./create-order.ts";

export type Debtor = {
  platformId: string;
  businessId: string;
  bankAccountId: string;
  /** A user of the business, without a role. */
  person: TestPerson;
  within<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A loan that owes more than the debits of a test pay. */
  issuedProductId: string;
  /** A repayment of the loan with a default amount and due date. */
  debit(change?: Partial<NewOrder>): NewOrder;
  payout(change?: Partial<NewOrder>): NewOrder;
};

/** A business with an account that may be debited and paid. */
export async function aDebtor(
  server: TestServer,
  accountNumber = "1234567890",
  nowAt: string | null = null,
  onPlatform: TestPlatform | null = null,
): Promise<Debtor> {
  const platform = onPlatform ?? (await server.platform());
  const person = await server.person(platform);
  const id = uuidOf("business", person.businessId) ?? "";
  const scope = { platformId: platform.id, businessId: id };
  const { app, database } = server;
  if (nowAt) {
    await database.admin.query(
      "insert into app.business_clock (platform_id, business_id, now_at) values ($1, $2, $3) on conflict (business_id) do update set now_at = excluded.now_at",
      [platform.id, id, nowAt],
    );
  }
  const bankAccountId = await aVerifiedAccount(server, scope, accountNumber);
  const issuedProductId = await aLoanOwing(database.admin, scope, "EQUITY", 1_000_000_000);

  const base = (change: Partial<NewOrder>): NewOrder => {
    const amountCents = change.amountCents ?? cents(45_840);
    return {
      ...scope,
      key: randomUUID(),
      bankAccountId,
      direction: "INCOMING",
      paymentType: "REPAYMENT",
      productType: "TERM_LOAN",
      feeType: null,
      amountCents,
      split: { principalCents: amountCents, interestCents: 0, feeCents: 0 },
      book: "EQUITY",
      item: `installment/${randomUUID()}`,
      subjects: { issuedProductId },
      dueOn: businessDate("2026-11-18"),
      purpose: "REPAYMENT",
      entries: null,
      isManual: false,
      ...change,
    };
  };
  return {
    ...scope,
    bankAccountId,
    person,
    issuedProductId,
    within: (work) => inScope(app.pool, scope, work),
    debit: (change = {}) => base(change),
    payout: (change = {}) => {
      const amountCents = change.amountCents ?? cents(980_000);
      return base({
        direction: "OUTGOING",
        paymentType: "OUTGOING",
        amountCents,
        purpose: "OTHER",
        entries: [
          entry("FUNDED", "EQUITY", [debit("PRINCIPAL_RECEIVABLE", amountCents), credit("CLEARING_OUT", amountCents)]),
        ],
        ...change,
      });
    },
  };
}

/** Adds an account that may be debited and paid, without a role. Its number decides what the processor does. */
export async function aVerifiedAccount(
  { app, database }: TestServer,
  scope: { platformId: string; businessId: string },
  accountNumber: string,
): Promise<string> {
  const id = randomUUID();
  const { platformId, businessId } = scope;
  await database.admin.query(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method, verification, added_on, sanctions_clear_on)
     values ($1, $2, $3, 'Checking', $4, 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', '2026-01-02', '2026-01-02')`,
    [id, platformId, businessId, accountNumber.slice(-4)],
  );
  await database.admin.query(
    "insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version) values ($1, $2, $3, 'x', '1')",
    [platformId, businessId, id],
  );
  await saveNumbers(app, scope, id, accountNumber);
  return id;
}

async function saveNumbers(
  app: AppContext,
  scope: { platformId: string; businessId: string },
  ownerId: string,
  number: string,
) {
  const key = await app.vault.keyFor(scope);
  const numbers = { ACCOUNT_NUMBER: number, ROUTING_NUMBER: "021000021" } as const;
  for (const field of ["ACCOUNT_NUMBER", "ROUTING_NUMBER"] as const) {
    const value = new Secret(numbers[field]);
    const fingerprint = app.vault.fingerprint(value.reveal(), field);
    await inScope(app.pool, scope, (tx) => app.vault.save(tx, key, { ownerId, field, value, fingerprint }));
  }
}

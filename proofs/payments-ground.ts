import { randomUUID } from "node:crypto";
import { inScope } from "../apps/api/src/db/scope.ts";
import { createOrder, type NewOrder, reconcile } from "../apps/api/src/payments/public.ts";
import { aLoanOwing } from "../apps/api/src/products/products.fixture.ts";
import { Secret } from "../packages/contracts/src/secret.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { type Book, books } from "../packages/lending/src/ledger/accounts.ts";
import { credit, debit, entry } from "../packages/lending/src/ledger/entry.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { hold } from "./proof.ts";
import type { World } from "./world.ts";

/** Who is debited and paid. */
export type Debtor = AccountHolder & {
  /** A loan in each book that owes more than the proof collects. */
  loans: Readonly<Record<Book, string>>;
};

/** The initial time of every clock: a Monday, ten in the morning in New York. */
export const beginsAt = "2026-11-16T15:00:00.000Z";

const owedCents = 1_000_000_000;

/** Every eighth account has insufficient funds for the first debit and pays the retry. */
const accountNumberOf = (n: number) => (n % 8 === 7 ? "1000000201" : `100006${1_000 + n}`);

/** Registers the API as the webhook endpoint of the sandbox's processor. */
export async function connectProcessor(world: World): Promise<void> {
  await putToSandbox(world, "/modern-treasury/webhook_endpoint", {
    url: `${world.apiUrl}/api/vendors/payments/webhooks`,
  });
}

export async function putToSandbox(world: World, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${world.engine.sandboxUrl}${path}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${path}`);
}

export const askSandbox = async <T>({ engine }: World, path: string): Promise<T> =>
  (await (await fetch(`${engine.sandboxUrl}${path}`)).json()) as T;

export async function makeDebtors(world: World, count: number): Promise<Debtor[]> {
  const { admin } = world;
  const debtors: Debtor[] = [];
  for (let n = 0; n < count; n++) {
    const holder = await makeAccountHolder(world, `debtor-${n}`, accountNumberOf(n), []);
    const loans = {
      CONCAR_SPV_1: await aLoanOwing(admin, holder, "CONCAR_SPV_1", owedCents),
      EQUITY: await aLoanOwing(admin, holder, "EQUITY", owedCents),
      OPCO: await aLoanOwing(admin, holder, "OPCO", owedCents),
    };
    debtors.push({ ...holder, loans });
  }
  return debtors;
}

export type AccountHolder = { platformId: string; businessId: string; bankAccountId: string };

/** A business with its own clock and a verified account that may be debited and credited. */
export async function makeAccountHolder(
  world: World,
  name: string,
  accountNumber: string,
  roles: readonly string[],
): Promise<AccountHolder> {
  const { admin, app, platformId } = world;
  const [businessId, bankAccountId] = [randomUUID(), randomUUID()];
  const scope = { platformId, businessId };
  await admin.query(
    "insert into app.business (id, platform_id, platform_business_id, name, is_test) values ($1, $2, $3, $3, true)",
    [businessId, platformId, name],
  );
  await admin.query("insert into app.business_clock (platform_id, business_id, now_at) values ($1, $2, $3)", [
    ...[platformId, businessId, beginsAt],
  ]);
  await admin.query(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
       verification, added_on, sanctions_clear_on, roles)
     values ($1, $2, $3, 'Checking', $4, 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', '2026-01-02', '2026-01-02', $5)`,
    [bankAccountId, platformId, businessId, accountNumber.slice(-4), roles],
  );
  await admin.query(
    "insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version) values ($1, $2, $3, 'x', '1')",
    [platformId, businessId, bankAccountId],
  );
  const key = await app.vault.keyFor(scope);
  for (const [field, number] of [
    ["ACCOUNT_NUMBER", accountNumber],
    ["ROUTING_NUMBER", "021000021"],
  ] as const) {
    const value = new Secret(number);
    const fingerprint = app.vault.fingerprint(number, field);
    await inScope(app.pool, scope, (tx) =>
      app.vault.save(tx, key, { ownerId: bankAccountId, field, value, fingerprint }),
    );
  }
  await putToSandbox(world, "/clock", { world: businessId, now: beginsAt });
  return { ...scope, bankAccountId };
}

export type OrderSpec = { debtor: Debtor; kind: "debit" | "payout"; amountCents: number; dueOn: string; book: Book };

/** No amount ends in cents that select a scenario of the sandbox. */
export const amountFrom = (random: () => number): number => (100 + Math.floor(random() * 9_000)) * 100 + 40;

/** Creates the order as a command does. A repeated key returns the existing order. */
export async function makeOrder({ app }: World, { debtor, ...orderSpec }: OrderSpec, key: string): Promise<string> {
  const amountCents = cents(orderSpec.amountCents);
  const isDebit = orderSpec.kind === "debit";
  const { platformId, businessId, bankAccountId, loans } = debtor;
  const order: NewOrder = {
    platformId,
    businessId,
    bankAccountId,
    key,
    direction: isDebit ? "INCOMING" : "OUTGOING",
    paymentType: isDebit ? "REPAYMENT" : "OUTGOING",
    productType: "TERM_LOAN",
    feeType: null,
    amountCents,
    split: { principalCents: amountCents, interestCents: 0, feeCents: 0 },
    book: orderSpec.book,
    item: `proof/${key}`,
    subjects: { issuedProductId: loans[orderSpec.book] },
    dueOn: businessDate(orderSpec.dueOn),
    purpose: isDebit ? "REPAYMENT" : "OTHER",
    entries: isDebit
      ? null
      : [
          entry("FUNDED", orderSpec.book, [
            debit("PRINCIPAL_RECEIVABLE", amountCents),
            credit("CLEARING_OUT", amountCents),
          ]),
        ],
    isManual: false,
  };
  return inScope(app.pool, { platformId, businessId }, (tx) =>
    createOrder(tx, order, { actor: { kind: "SYSTEM", id: null }, requestId: null }),
  );
}

export type Accepted = {
  id: string;
  reference: string | null;
  direction: "debit" | "credit";
  amountCents: number;
};

export const journal = async (world: World): Promise<Accepted[]> =>
  (await askSandbox<{ entries: Accepted[] }>(world, "/journal.json")).entries;

type StoredOrder = {
  id: string;
  status: string;
  direction: "INCOMING" | "OUTGOING";
  amount_cents: number;
  processor_order_id: string | null;
  return_code: string | null;
  is_retry: boolean;
};

export type OrderTotals = {
  orders: number;
  retries: number;
  accepted: number;
  doubled: number;
  lost: number;
  falselyFailed: number;
  cents: number;
};

/** Compares the processor's journal, our orders and the ledger. Reads the bank's statements first. */
export async function checkOrders(world: World): Promise<OrderTotals> {
  const { admin, app } = world;
  const entries = Map.groupBy(await journal(world), ({ reference }) => reference ?? "");
  const { rows: orders } = await admin.query<StoredOrder>(
    `select id, status, direction, amount_cents, processor_order_id, return_code, retry_of_id is not null as is_retry
     from app.payment_order`,
  );
  const doubled = [...entries.values()].filter((copies) => copies.length > 1).length;
  const lost = orders.filter(({ id }) => !entries.has(id)).length;
  hold("orders that the processor accepted twice", doubled, 0);
  hold("orders that the processor never accepted", lost, 0);
  hold("accepted payments that are no order of ours", entries.size, orders.length);
  for (const order of orders) {
    const [accepted] = entries.get(order.id) ?? [];
    hold(`the payment of ${order.id}`, accepted?.id, order.processor_order_id);
    hold(`the amount of ${order.id}`, accepted?.amountCents, order.amount_cents);
    hold(`the direction of ${order.id}`, accepted?.direction, order.direction === "INCOMING" ? "debit" : "credit");
  }
  // A debit that was returned for insufficient funds was retried. No other order may fail.
  const falselyFailed = orders.filter(
    ({ status, return_code }) => status === "FAILED_PAYMENT" && return_code !== "R01",
  );
  hold("failures that the processor does not know", falselyFailed.length, 0);
  const unfinished = orders.filter(({ status }) => status !== "SUCCESSFUL_PAYMENT" && status !== "FAILED_PAYMENT");
  hold("orders that have not ended", unfinished.length, 0);
  const { rows: workflows } = await admin.query("select count(*) from app.workflow_run where state <> 'DONE'");
  hold("workflows that are open or failed", workflows[0].count, 0);
  hold("workflows that are paused", await pausedWorkflows(world), 0);
  const { rows: doubts } = await admin.query(
    "select count(*) from app.task where kind in ('PAYMENT_DOUBLED', 'PAYMENT_HELD')",
  );
  hold("orders that need review", doubts[0].count, 0);

  const since = businessDate(beginsAt.slice(0, 10));
  const { faults } = await reconcile(app, app.payments, since);
  hold("unexplained bank lines", faults.length, 0);
  await checkLedger(world, orders);
  return {
    orders: orders.length,
    retries: orders.filter((order) => order.is_retry).length,
    accepted: entries.size,
    doubled,
    lost,
    falselyFailed: falselyFailed.length,
    cents: orders.reduce((sum, order) => sum + order.amount_cents, 0),
  };
}

/** Each order moved its amount once, the clearing accounts are empty, and cash equals the bank's balance. */
async function checkLedger({ admin, app }: World, orders: StoredOrder[]): Promise<void> {
  const { rows } = await admin.query<{ id: string; cash: number; owed: number; between: number }>(
    `select o.id, coalesce(sum(l.debit_cents - l.credit_cents) filter (where a.code = 'CASH'), 0)::bigint as cash,
       coalesce(sum(l.debit_cents - l.credit_cents) filter (where a.code = 'PRINCIPAL_RECEIVABLE'), 0)::bigint as owed,
       coalesce(sum(l.debit_cents - l.credit_cents) filter (where a.code not in ('CASH', 'PRINCIPAL_RECEIVABLE')), 0)::bigint as between
     from app.payment_order o
     left join app.journal j on j.source_id = o.id and j.source_type = 'payment order'
     left join app.journal_line l on l.journal_id = j.id and l.occurred_on = j.occurred_on
     left join app.ledger_account a on a.number = l.account group by o.id`,
  );
  const entriesOf = new Map(rows.map((row) => [row.id, row]));
  for (const { id, status, direction, amount_cents } of orders) {
    const moved = status === "FAILED_PAYMENT" ? 0 : direction === "INCOMING" ? amount_cents : -amount_cents;
    const { cash, owed, between } = entriesOf.get(id) ?? {};
    hold(`cash, principal and clearing of order ${id}`, `${cash} ${owed} ${between}`, `${moved} ${0 - moved} 0`);
  }
  for (const book of books) {
    const { rows: held } = await admin.query(
      `select coalesce(sum(b.debit_cents - b.credit_cents), 0)::bigint as cash from app.ledger_balance b
       join app.ledger_account a on a.number = b.account where a.code = 'CASH' and b.book = $1`,
      [book],
    );
    hold(`cash of ${book} equals the bank's balance`, held[0].cash, await app.payments.bankBalance(book));
  }
}

/** Asks Restate itself: a paused invocation has not ended and will not continue. */
export async function pausedWorkflows({ engine }: World): Promise<number> {
  const response = await fetch(`${engine.env["RESTATE_ADMIN_URL"]}/query`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query: "select count(*) as count from sys_invocation where status = 'paused'" }),
  });
  const { rows } = (await response.json()) as { rows: { count: number }[] };
  return rows[0]?.count ?? Number.NaN;
}

import { randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import type pg from "pg";
import { readConfig } from "../apps/api/src/config.ts";
import { type AppContext, createContext } from "../apps/api/src/context.ts";
import { inScope, type Tx } from "../apps/api/src/db/scope.ts";
import { accept, fail, retryOrder, settle } from "../apps/api/src/payments/apply-processor-status.ts";
import { createOrder, type NewOrder } from "../apps/api/src/payments/create-order.ts";
import { approveOrder } from "../apps/api/src/payments/decide-order.ts";
import { matchStatementLine } from "../apps/api/src/payments/match-statement-line.ts";
import { lockOrder, type Order } from "../apps/api/src/payments/order.ts";
import { billProduct } from "../apps/api/src/products/bill-product.ts";
import { lockProduct, readIssued } from "../apps/api/src/products/issued-product.ts";
import { postEntries, saveChange } from "../apps/api/src/products/save-change.ts";
import { updateStates } from "../apps/api/src/products/states.ts";
import type { PaymentFailure, Payments, ProcessorPayment } from "../apps/api/src/providers/payments/port.ts";
import { providersFrom } from "../apps/api/src/providers.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { feeAssessed } from "../packages/lending/src/ledger/entries.ts";
import { entryOf, type Issued } from "../packages/lending/src/mechanics/obligation.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { acceptReceivable } from "../packages/lending/src/products/integrated-cash-advance/accept-receivable.ts";
import type { ProductType } from "../packages/lending/src/products/product-type.ts";
import { root } from "../scripts/stack.ts";
import { ledgerGround } from "./ledger-ground.ts";

/** The server's products and payments with a real database. The proof plays the processor and the bank. */
export type LivesGround = {
  admin: pg.Pool;
  platformId: string;
  begin(life: NewLife): Promise<LifeOnServer>;
  close(): Promise<void>;
};

type NewLife = { productType: ProductType; terms: object; request: object | null; beginsOn: string };

type OrderToMake = Pick<NewOrder, "direction" | "purpose" | "entries"> & { amount: bigint; item: string | null };

export type StoredOrder = {
  id: string;
  direction: "INCOMING" | "OUTGOING";
  purpose: NewOrder["purpose"];
  amount: bigint;
  status: string;
  refundOf: string | null;
  retryOf: string | null;
};

/** What the server has of a life. */
export type Snapshot = {
  balances: Map<string, bigint>;
  loanStatus: string;
  productState: string;
  items: Map<string, string>;
  orders: StoredOrder[];
};

/** One product of a business of its own. */
export type LifeOnServer = {
  businessId: string;
  productId: string;
  /** Creates a draw or invoice that waits for its payout. */
  item(id: string, request: object): Promise<void>;
  /** Moves the business's clock and bills what falls due by then, as the sweep does. */
  moveTo(day: string): Promise<void>;
  order(order: OrderToMake, today: string): Promise<string>;
  submit(id: string, effectiveOn: string, today: string): Promise<void>;
  settle(id: string, today: string): Promise<void>;
  fail(id: string, failure: PaymentFailure, today: string): Promise<void>;
  retry(id: string, today: string): Promise<string>;
  /** A line of our bank. With a failure it is the first to report that the order was returned. */
  bankLine(id: string, meaning: "SENT" | "RETURNED", today: string, failure?: PaymentFailure): Promise<void>;
  assessFee(
    item: string | null,
    feeType: "LATE_PAYMENT" | "INSUFFICIENT_FUNDS",
    amount: bigint,
    today: string,
  ): Promise<void>;
  receive(amount: bigint, today: string): Promise<void>;
  snapshot(): Promise<Snapshot>;
};

const noon = (day: string): Date => new Date(`${day}T17:00:00Z`);
const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const book = "EQUITY";

export async function livesGround(name: string, connections: number): Promise<LivesGround> {
  const { admin, scope, url, close } = await ledgerGround(name, 1);
  const { platformId } = scope;
  // Every step reads the lines of its business, several lives at a time. Nothing here is about crashes.
  admin.options.max = connections;
  await admin.query("create index lines_of_business on app.journal_line (business_id)");
  await admin.query("alter database inlay set synchronous_commit = off");
  const config = readConfig({
    DATABASE_URL: url("app"),
    DATABASE_POOL: String(connections),
    SESSION_SECRET: randomBytes(32).toString("hex"),
    KEY_VAULT_FILE: path.join(root, ".local/proofs", name, "keys.json"),
    PORTAL_DIST: "/nowhere",
    LOG_LEVEL: "silent",
    MODERN_TREASURY_WEBHOOK_KEY: "proof",
  });
  const app = createContext("api", config, providersFrom(config));
  return {
    admin,
    platformId,
    begin: (life) => lifeOnServer(app, admin, platformId, life),
    close: async () => {
      await app.pool.end();
      await close();
    },
  };
}

async function lifeOnServer(
  app: AppContext,
  admin: pg.Pool,
  platformId: string,
  { productType, terms, request, beginsOn }: NewLife,
): Promise<LifeOnServer> {
  const [businessId, bankAccountId, productId] = [randomUUID(), randomUUID(), randomUUID()];
  const scope = { platformId, businessId };
  const rows = async <T extends pg.QueryResultRow>(text: string, ...values: unknown[]) =>
    (await admin.query<T>(text, values)).rows;
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inScope(app.pool, scope, work);
  const locked = async (tx: Tx, id: string): Promise<Order> => {
    const order = await lockOrder(tx, id);
    if (!order) throw new Error("an order of a life does not exist");
    return order;
  };
  await rows("insert into app.business (id, platform_id) values ($1, $2)", businessId, platformId);
  await rows(
    "insert into app.business_clock (platform_id, business_id, now_at) values ($1, $2, $3)",
    ...[platformId, businessId, noon(beginsOn)],
  );
  await rows(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
       added_on, sanctions_clear_on) values ($1, $2, $3, 'Checking', '0001', 'checking', 'BUSINESS', 'MANUAL', '2026-01-02', '2026-01-02')`,
    ...[bankAccountId, platformId, businessId],
  );
  const isLine = request === null;
  await rows(
    `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, request, limit_cents, loan_status, product_state,
       funded_on) values ($1, $2, $3, $4, '${book}', $5, $6, $7, 'CURRENT', $8, $9)`,
    ...[productId, platformId, businessId, productType, terms, request, isLine ? 1_000_000_000 : null],
    ...(isLine ? ["ACTIVE", beginsOn] : ["PENDING", null]),
  );
  const isDraw = productType === "LOC_TERM_LOAN";
  const subjectsOf = (item: string | null) => ({
    issuedProductId: productId,
    ...(item && (isDraw ? { drawId: item } : { invoiceId: item })),
  });

  /** What the processor answers about an order, by its own id. */
  const truths = new Map<string, ProcessorPayment>();
  const processorIds = new Map<string, string>();
  const truthOf = (id: string): ProcessorPayment => {
    const truth = truths.get(processorIds.get(id) ?? "");
    if (!truth) throw new Error("an order without a payment");
    return truth;
  };
  const bankFor = (processorId: string, isReturn: boolean): Payments =>
    ({
      match: async () => ({ processorId, isReturn }),
      read: async () => truths.get(processorId),
    }) as unknown as Payments;

  return {
    businessId,
    productId,
    item: async (id, itemRequest) => {
      const [table, state] = isDraw ? ["draw", "PENDING_FUND_DISBURSEMENT"] : ["invoice", "PENDING_FUND_DISPERSEMENT"];
      await rows(
        `insert into app.${table} (id, platform_id, business_id, issued_product_id, request, state) values ($1, $2, $3, $4, $5, $6)`,
        ...[id, platformId, businessId, productId, itemRequest, state],
      );
    },
    moveTo: async (day) => {
      await rows("update app.business_clock set now_at = $2 where business_id = $1", businessId, noon(day));
      for (;;) {
        const [due] = await rows<{ at: Date }>(
          "select next_action_at as at from app.issued_product where id = $1 and next_action_at <= $2",
          ...[productId, noon(day)],
        );
        if (!due) return;
        await within((tx) => billProduct.act(tx, { ...scope, id: productId, dueAt: due.at }, due.at));
      }
    },
    order: ({ amount, item, ...order }, today) =>
      within(async (tx) => {
        const amountCents = cents(Number(amount));
        const isIncoming = order.direction === "INCOMING";
        const id = await createOrder(
          tx,
          {
            ...scope,
            ...order,
            key: randomUUID(),
            bankAccountId,
            paymentType: isIncoming ? (order.purpose === "FEE" ? "FEE" : "REPAYMENT") : "OUTGOING",
            productType,
            feeType: order.purpose === "FEE" ? "LATE_PAYMENT" : null,
            amountCents,
            split: { principalCents: isIncoming ? amountCents : 0, interestCents: 0, feeCents: 0 },
            book,
            item: randomUUID(),
            subjects: subjectsOf(item),
            dueOn: businessDate(today),
            isManual: false,
          },
          by,
        );
        return id;
      }),
    submit: (id, effectiveOn, today) =>
      within(async (tx) => {
        let order = await locked(tx, id);
        if (order.status === "CREATED") {
          await approveOrder(tx, id, { actor: { kind: "STAFF", id: randomUUID() }, requestId: "proof" });
          order = await locked(tx, id);
        }
        const payment: ProcessorPayment = {
          processorId: randomUUID(),
          orderId: id,
          businessId,
          direction: order.direction,
          amountCents: order.amountCents,
          achState: "pending",
          effectiveOn: businessDate(effectiveOn),
          isHeld: false,
          failure: null,
        };
        truths.set(payment.processorId, payment);
        processorIds.set(id, payment.processorId);
        await accept(tx, order, payment, noon(today));
      }),
    settle: (id, today) =>
      within(async (tx) => {
        truthOf(id).achState = "completed";
        await settle(tx, await locked(tx, id), noon(today));
      }),
    fail: (id, failure, today) =>
      within(async (tx) => {
        Object.assign(truthOf(id), { achState: "failed", failure });
        await fail(tx, await locked(tx, id), failure, noon(today));
      }),
    retry: (id, today) =>
      within(async (tx) =>
        retryOrder(tx, await locked(tx, id), businessDate(today), { kind: "STAFF", id: randomUUID() }, "proof"),
      ),
    bankLine: async (id, meaning, today, failure) => {
      if (failure) Object.assign(truthOf(id), { achState: "failed", failure });
      const { processorId, direction, amountCents } = truthOf(id);
      const isIn = (direction === "INCOMING") === (meaning === "SENT");
      const line = {
        lineId: randomUUID(),
        book,
        direction: isIn ? "INCOMING" : "OUTGOING",
        amountCents,
        postedOn: businessDate(today),
        text: "proof",
      } as const;
      const matched = await matchStatementLine(app, bankFor(processorId, meaning === "RETURNED"), line);
      if (matched?.fault !== null) throw new Error(`a bank line has the fault ${matched?.fault}`);
    },
    assessFee: (item, feeType, amount, today) =>
      within(async (tx) => {
        const product = await lockProduct(tx, productId);
        const amountCents = cents(Number(amount));
        const subjects = { drawId: isDraw ? item : null, invoiceId: isDraw ? null : item };
        const source = { key: `proof/${randomUUID()}`, type: "issued product", id: productId, paymentOrderId: null };
        await postEntries(tx, product, [entryOf(subjects, feeAssessed(book, feeType, amountCents))], {
          ...source,
          occurredOn: businessDate(today),
        });
        const { rows: numbers } = await admin.query(
          "select 1 + coalesce(max(number), 0) as next from app.obligation where issued_product_id = $1",
          [productId],
        );
        await tx
          .insertInto("obligation")
          .values({
            platform_id: platformId,
            business_id: businessId,
            issued_product_id: productId,
            draw_id: subjects.drawId,
            invoice_id: subjects.invoiceId,
            number: numbers[0].next,
            due_on: today,
            original_due_on: today,
            fee_type: feeType,
            owed_principal_cents: 0,
            owed_interest_cents: 0,
            owed_fee_cents: amountCents,
            unearned_fee_cents: 0,
          })
          .execute();
      }),
    receive: (amount, today) =>
      within(async (tx) => {
        const product = await lockProduct(tx, productId);
        const issued = (await readIssued(tx, product)) as Issued<never>;
        await saveChange(tx, product, acceptReceivable(issued, cents(Number(amount))), {
          key: `proof/${randomUUID()}`,
          type: "receivable",
          id: randomUUID(),
          paymentOrderId: null,
          occurredOn: businessDate(today),
        });
        const pending = await tx
          .selectFrom("payment_order")
          .select("id")
          .where("issued_product_id", "=", productId)
          .where("direction", "=", "INCOMING")
          .where("status", "=", "SUBMITTED")
          .execute();
        await updateStates(tx, product, { today: businessDate(today), hasPendingOrders: pending.length > 0 });
      }),
    snapshot: async () => {
      const [row] = await rows<{ snapshot: StoredSnapshot }>(snapshotSql, businessId, productId);
      const stored = row?.snapshot;
      if (!stored) throw new Error("a life is not stored");
      const nil = "00000000-0000-0000-0000-000000000000";
      return {
        balances: new Map(
          stored.balances.map(({ account, subject, amount }) => [
            `${account}/${subject === nil ? "" : subject}`,
            BigInt(amount),
          ]),
        ),
        loanStatus: stored.status,
        productState: stored.state,
        items: new Map(stored.items.map(({ id, state }) => [id, state])),
        orders: stored.orders.map((order) => ({ ...order, amount: BigInt(order.amount) })),
      };
    },
  };
}

type StoredSnapshot = {
  balances: { account: number; subject: string; amount: string }[];
  status: string;
  state: string;
  items: { id: string; state: string }[];
  orders: (Omit<StoredOrder, "amount"> & { amount: string })[];
};

const snapshotSql = `select json_build_object(
  'balances', (select coalesce(json_agg(b), '[]') from (
    select account, subject, sum(debit_cents - credit_cents)::text as amount from app.journal_line where business_id = $1
    group by account, subject having sum(debit_cents - credit_cents) <> 0) b),
  'status', p.loan_status, 'state', p.product_state,
  'items', (select coalesce(json_agg(i), '[]') from (
    select id, state from app.draw where issued_product_id = p.id
    union all select id, state from app.invoice where issued_product_id = p.id) i),
  'orders', (select coalesce(json_agg(o), '[]') from (
    select id, direction, purpose, amount_cents::text as amount, status, refund_of_id as "refundOf", retry_of_id as "retryOf"
    from app.payment_order where business_id = $1 order by created_at, id) o)) as snapshot
  from app.issued_product p where p.id = $2`;

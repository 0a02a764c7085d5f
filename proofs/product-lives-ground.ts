import { randomUUID } from "node:crypto";
import type pg from "pg";
import { readConfig } from "../apps/api/src/config.ts";
import { type AppContext, createContext } from "../apps/api/src/context.ts";
import { inScope, type Tx } from "../apps/api/src/db/scope.ts";
import { accept, fail, retryOrder, settle } from "../apps/api/src/payments/apply-processor-status.ts";
import { refinanceRefusalOf } from "../apps/api/src/payments/check-refinance.ts";
import { createOrder, type NewOrder } from "../apps/api/src/payments/create-order.ts";
import { approveOrder } from "../apps/api/src/payments/decide-order.ts";
import { matchStatementLine } from "../apps/api/src/payments/match-statement-line.ts";
import { lockOrder, type Order } from "../apps/api/src/payments/order.ts";
import { trueUpDebit } from "../apps/api/src/payments/true-up-debit.ts";
import { assessFee, waiveFee } from "../apps/api/src/products/assess-fee.ts";
import { billProduct } from "../apps/api/src/products/bill-product.ts";
import { defaultProduct, writeOffProduct } from "../apps/api/src/products/default-product.ts";
import { type IssuedProduct, lockProduct } from "../apps/api/src/products/issued-product.ts";
import { receive } from "../apps/api/src/products/receivable.fixture.ts";
import { updateStates } from "../apps/api/src/products/states.ts";
import type { PaymentFailure, Payments, ProcessorPayment } from "../apps/api/src/providers/payments/port.ts";
import { providersFrom } from "../apps/api/src/providers.ts";
import { standardAch } from "../packages/lending/src/calendar/ach.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import type { ProductType } from "../packages/lending/src/products/product-type.ts";
import { ledgerGround } from "./ledger-ground.ts";
import type { BookName, FeeName } from "./product-lives-books.ts";
import { balanceKey } from "./product-lives-ledger.ts";

/** The server's products and payments with a real database. The proof plays the processor and the bank. */
export type LivesGround = {
  admin: pg.Pool;
  platformId: string;
  begin(life: NewLife): Promise<LifeOnServer>;
  close(): Promise<void>;
};

type NewLife = {
  productType: ProductType;
  terms: object;
  request: object | null;
  beginsOn: string;
  book: BookName;
};

type OrderToMake = Pick<NewOrder, "direction" | "purpose" | "entries"> & {
  amount: bigint;
  item: string | null;
  book: BookName;
};

export type StoredOrder = {
  id: string;
  product: string;
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

/** One product. The business has no others but those that pay it off. */
export type LifeOnServer = {
  businessId: string;
  productId: string;
  book: BookName;
  /** Issues another product to the same business. */
  beside(life: NewLife): Promise<LifeOnServer>;
  /** Creates a draw or invoice that waits for its payout. */
  item(id: string, request: object): Promise<void>;
  /** Moves the business's clock and bills what falls due by then, as the sweep does. */
  moveTo(day: string): Promise<void>;
  order(order: OrderToMake, today: string): Promise<string>;
  /** The day on which a payout that is claimed today settles. */
  settlesOn(today: string): string;
  /** Claims a payout that refinances. Returns why the claim is refused. */
  claim(id: string, today: string): Promise<string | null>;
  submit(id: string, effectiveOn: string, today: string): Promise<void>;
  settle(id: string, today: string): Promise<void>;
  fail(id: string, failure: PaymentFailure, today: string): Promise<void>;
  retry(id: string, today: string): Promise<string>;
  /** A line of our bank. With a failure it is the first to report that the order was returned. */
  bankLine(id: string, meaning: "SENT" | "RETURNED", today: string, failure?: PaymentFailure): Promise<void>;
  /** Returns the id of the fee. */
  assessFee(item: string | null, feeType: FeeName, amount: bigint, today: string): Promise<string>;
  waiveFee(id: string, today: string): Promise<void>;
  default(today: string): Promise<void>;
  writeOff(today: string): Promise<void>;
  trueUp(orderId: string, excess: bigint, today: string): Promise<void>;
  receive(amount: bigint, today: string): Promise<void>;
  /** The newest receivable of an integrated advance, which the payoff of its refinance names. */
  latestReceivableId(): Promise<string | null>;
  snapshot(): Promise<Snapshot>;
};

const noon = (day: string): Date => new Date(`${day}T17:00:00Z`);
const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };

export async function livesGround(name: string, connections: number): Promise<LivesGround> {
  const { admin, scope, environment, close } = await ledgerGround(name, 1);
  const { platformId } = scope;
  // Every step reads the lines of its business, several lives at a time. Nothing here is about crashes.
  admin.options.max = connections;
  await admin.query("create index lines_of_business on app.journal_line (business_id)");
  await admin.query("alter database inlay set synchronous_commit = off");
  const config = readConfig({
    ...environment,
    DATABASE_POOL: String(connections),
    MODERN_TREASURY_WEBHOOK_KEY: "proof",
  });
  const app = await createContext("api", config, providersFrom(config));
  return {
    admin,
    platformId,
    begin: async (life) => {
      const business = await newBusiness(admin, platformId, life.beginsOn);
      return lifeOnServer(app, admin, business, life);
    },
    close: async () => {
      await app.close();
      await close();
    },
  };
}

/** A business with one bank account, and what the processor answers about its orders, by its own id. */
type Business = {
  platformId: string;
  businessId: string;
  bankAccountId: string;
  truths: Map<string, ProcessorPayment & { book: BookName }>;
  processorIds: Map<string, string>;
};

async function newBusiness(admin: pg.Pool, platformId: string, beginsOn: string): Promise<Business> {
  const [businessId, bankAccountId] = [randomUUID(), randomUUID()];
  await admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
  await admin.query("insert into app.business_clock (platform_id, business_id, now_at) values ($1, $2, $3)", [
    ...[platformId, businessId, noon(beginsOn)],
  ]);
  await admin.query(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
       added_on, sanctions_clear_on) values ($1, $2, $3, 'Checking', '0001', 'checking', 'BUSINESS', 'MANUAL', '2026-01-02', '2026-01-02')`,
    [bankAccountId, platformId, businessId],
  );
  return { platformId, businessId, bankAccountId, truths: new Map(), processorIds: new Map() };
}

async function lifeOnServer(
  app: AppContext,
  admin: pg.Pool,
  business: Business,
  { productType, terms, request, beginsOn, book }: NewLife,
): Promise<LifeOnServer> {
  const { platformId, businessId, bankAccountId, truths, processorIds } = business;
  const productId = randomUUID();
  const scope = { platformId, businessId };
  const rows = async <T extends pg.QueryResultRow>(text: string, ...values: unknown[]) =>
    (await admin.query<T>(text, values)).rows;
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inScope(app.pool, scope, work);
  const locked = async (tx: Tx, id: string): Promise<Order> => {
    const order = await lockOrder(tx, id);
    if (!order) throw new Error("an order of a life does not exist");
    return order;
  };
  const isLine = request === null;
  await rows(
    `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, request, limit_cents, loan_status, product_state,
       funded_on) values ($1, $2, $3, $4, $10, $5, $6, $7, 'CURRENT', $8, $9)`,
    ...[productId, platformId, businessId, productType, terms, request, isLine ? 1_000_000_000 : null],
    ...(isLine ? ["ACTIVE", beginsOn] : ["PENDING", null]),
    book,
  );
  const isDraw = productType === "LOC_TERM_LOAN";
  const subjectsOf = (item: string | null) => ({
    issuedProductId: productId,
    ...(item && (isDraw ? { drawId: item } : { invoiceId: item })),
  });

  const truthOf = (id: string) => {
    const truth = truths.get(processorIds.get(id) ?? "");
    if (!truth) throw new Error("an order without a payment");
    return truth;
  };
  const bankFor = (processorId: string, isReturn: boolean): Payments =>
    ({
      match: async () => ({ processorId, isReturn }),
      read: async () => truths.get(processorId),
    }) as unknown as Payments;

  /** A command on the locked product. */
  const onProduct = <T>(work: (tx: Tx, product: IssuedProduct) => Promise<T>): Promise<T> =>
    within(async (tx) => work(tx, await lockProduct(tx, productId)));
  const paymentsState = async (tx: Tx, today: string) => {
    const pending = await tx
      .selectFrom("payment_order")
      .select("id")
      .where("issued_product_id", "=", productId)
      .where("direction", "=", "INCOMING")
      .where("status", "=", "SUBMITTED")
      .execute();
    return { today: businessDate(today), hasPendingOrders: pending.length > 0 };
  };

  return {
    businessId,
    productId,
    book,
    beside: (life) => lifeOnServer(app, admin, business, life),
    settlesOn: (today) => standardAch(noon(today)).settlesOn,
    claim: (id, today) =>
      within(async (tx) => {
        const on = standardAch(noon(today)).settlesOn;
        const refusal = await refinanceRefusalOf(tx, await locked(tx, id), on);
        if (refusal === null)
          await tx
            .updateTable("payment_order")
            .set({ claimed_at: noon(today), effective_on: on })
            .where("id", "=", id)
            .execute();
        return refusal;
      }),
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
    order: ({ amount, item, book: bookOfOrder, ...order }, today) =>
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
            book: bookOfOrder,
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
        const payment: ProcessorPayment & { book: BookName } = {
          book: order.book as BookName,
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
      const { processorId, direction, amountCents, book: bookOfOrder } = truthOf(id);
      const isIn = (direction === "INCOMING") === (meaning === "SENT");
      const line = {
        lineId: randomUUID(),
        book: bookOfOrder,
        direction: isIn ? "INCOMING" : "OUTGOING",
        amountCents,
        postedOn: businessDate(today),
        text: "proof",
      } as const;
      const matched = await matchStatementLine(app, bankFor(processorId, meaning === "RETURNED"), line);
      if (matched?.fault !== null) throw new Error(`a bank line has the fault ${matched?.fault}`);
    },
    assessFee: (item, feeType, amount, today) =>
      onProduct((tx, product) => {
        const [drawId, invoiceId] = isDraw ? [item, null] : [null, item];
        const [dueOn, occurredOn] = [businessDate(today), businessDate(today)];
        const fee = { drawId, invoiceId, feeType, amountCents: cents(Number(amount)), dueOn, occurredOn };
        return assessFee(tx, product, fee, by);
      }),
    waiveFee: (id, today) =>
      onProduct(async (tx, product) => {
        await waiveFee(tx, product, id, businessDate(today), by);
        await updateStates(tx, product, await paymentsState(tx, today));
      }),
    default: (today) => onProduct((tx, product) => defaultProduct(tx, product, noon(today))),
    writeOff: (today) => onProduct((tx, product) => writeOffProduct(tx, product, noon(today))),
    trueUp: (id, excess, today) => within((tx) => trueUpDebit(tx, id, cents(Number(excess)), noon(today))),
    receive: (amount, today) =>
      onProduct(async (tx, product) => {
        // In the order of arrival, which the payoff of a refinance depends on.
        const [{ id } = { id: "" }] = await rows<{ id: string }>("select uuidv7() as id");
        await receive(tx, product, { id, amountCents: cents(Number(amount)) }, await paymentsState(tx, today));
      }),
    latestReceivableId: async () => {
      const latest = "select id from app.receivable where issued_product_id = $1 order by id desc limit 1";
      return (await rows<{ id: string }>(latest, productId))[0]?.id ?? null;
    },
    snapshot: async () => {
      const [row] = await rows<{ snapshot: StoredSnapshot }>(snapshotSql, businessId, productId);
      const stored = row?.snapshot;
      if (!stored) throw new Error("a life is not stored");
      const nil = "00000000-0000-0000-0000-000000000000";
      return {
        balances: new Map(
          stored.balances.map(({ account, subject, book: own, amount }) => [
            balanceKey(account, subject === nil ? "" : subject, own),
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
  balances: { account: number; subject: string; book: BookName; amount: string }[];
  status: string;
  state: string;
  items: { id: string; state: string }[];
  orders: (Omit<StoredOrder, "amount"> & { amount: string })[];
};

const snapshotSql = `select json_build_object(
  'balances', (select coalesce(json_agg(b), '[]') from (
    select account, subject, book, sum(debit_cents - credit_cents)::text as amount from app.journal_line where business_id = $1
    group by account, subject, book having sum(debit_cents - credit_cents) <> 0) b),
  'status', p.loan_status, 'state', p.product_state,
  'items', (select coalesce(json_agg(i), '[]') from (
    select id, state from app.draw where issued_product_id = p.id
    union all select id, state from app.invoice where issued_product_id = p.id) i),
  'orders', (select coalesce(json_agg(o), '[]') from (
    select id, issued_product_id as product, direction, purpose, amount_cents::text as amount, status, refund_of_id as "refundOf", retry_of_id as "retryOf"
    from app.payment_order where business_id = $1 order by created_at, id) o)) as snapshot
  from app.issued_product p where p.id = $2`;

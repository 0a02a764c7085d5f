import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { Tx } from "../db/scope.ts";
import type { TestServer } from "../http/server.fixture.ts";
import { type IssuedProduct, lockProduct } from "../products/issued-product.ts";
import { accept, fail, settle } from "./apply-processor-status.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { lockOrder, type Order } from "./order.ts";
import type { Debtor } from "./payments.fixture.ts";

const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
export const noon = (date: string) => new Date(`${date}T17:00:00Z`);

export type NewProduct = { productType: ProductType; terms: object; request: object; book?: Book };

/** A loan or an advance of a debtor, with the processor's answers about its orders. */
export class ProductLife {
  readonly #server: TestServer;
  readonly debtor: Debtor;
  readonly id = randomUUID();
  readonly productType: ProductType;
  readonly book: Book;

  private constructor(server: TestServer, debtor: Debtor, { productType, book = "EQUITY" }: NewProduct) {
    this.#server = server;
    this.debtor = debtor;
    this.productType = productType;
    this.book = book;
  }

  /** Issues the product. It is not funded yet. */
  static async issue(server: TestServer, debtor: Debtor, product: NewProduct): Promise<ProductLife> {
    const life = new ProductLife(server, debtor, product);
    await server.database.admin.query(
      `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, request, loan_status, product_state)
       values ($1, $2, $3, $4, $5, $6, $7, 'CURRENT', 'PENDING')`,
      [life.id, debtor.platformId, debtor.businessId, product.productType, life.book, product.terms, product.request],
    );
    return life;
  }

  async rows<T>(sql: string, ...values: unknown[]): Promise<T[]> {
    return (await this.#server.database.admin.query(sql, values)).rows as T[];
  }

  order(change: Partial<NewOrder>): Promise<string> {
    const { debtor, productType, book, id } = this;
    return debtor.within((tx) =>
      createOrder(tx, { ...debtor.debit(change), productType, book, ...change, subjects: { issuedProductId: id } }, by),
    );
  }

  /** Orders a payout of the product. A large one is approved. */
  async payout(amountCents: number, on: string): Promise<string> {
    const purpose = { direction: "OUTGOING", paymentType: "OUTGOING", purpose: "FUNDING" } as const;
    const id = await this.order({ ...purpose, amountCents: cents(amountCents), dueOn: businessDate(on) });
    await this.rows("update app.payment_order set status = 'SCHEDULED' where id = $1", id);
    return id;
  }

  async setClock(now: Date): Promise<void> {
    await this.rows(
      "update app.business_clock set now_at = $2 where business_id = $1 and now_at < $2",
      this.debtor.businessId,
      now,
    );
  }

  async submit(id: string, on: string): Promise<void> {
    await this.setClock(noon(on));
    const payment = { processorId: randomUUID(), achState: "pending", effectiveOn: businessDate(on), failure: null };
    await this.#withOrder(id, (tx, order) => accept(tx, order, payment as never, noon(on)));
  }

  settle(id: string, on: string): Promise<void> {
    return this.#withOrder(id, (tx, order) => settle(tx, order, noon(on)));
  }

  return(id: string, on: string): Promise<void> {
    const failure = { reason: "invalid_account", achCode: "R03" } as never;
    return this.#withOrder(id, (tx, order) => fail(tx, order, failure, noon(on)));
  }

  #withOrder(id: string, work: (tx: Tx, order: Order) => Promise<void>): Promise<void> {
    return this.debtor.within(async (tx) => {
      const order = await lockOrder(tx, id);
      if (!order) throw new Error("no order");
      await work(tx, order);
    });
  }

  /** Pays out on a day, and the payout succeeds. */
  async fund(amountCents: number, on: string): Promise<void> {
    const id = await this.payout(amountCents, on);
    await this.submit(id, on);
    await this.settle(id, on);
  }

  /** A debit that settles on its day. Returns its id. */
  async pay(amountCents: Cents, on: string, purpose: "REPAYMENT" | "FEE" | "PAYOFF" = "REPAYMENT"): Promise<string> {
    const id = await this.order({ amountCents, dueOn: businessDate(on), purpose });
    await this.submit(id, on);
    await this.settle(id, on);
    return id;
  }

  command<T>(work: (tx: Tx, product: IssuedProduct) => Promise<T>): Promise<T> {
    return this.debtor.within(async (tx) => work(tx, await lockProduct(tx, this.id)));
  }

  async status(): Promise<string | undefined> {
    const sql = "select loan_status as status from app.issued_product where id = $1";
    return (await this.rows<{ status: string }>(sql, this.id))[0]?.status;
  }

  /** The balances of the product by account number and book, and of the business's credit. */
  async balances(): Promise<Record<string, number>> {
    const found = await this.rows<{ name: string; cents: string }>(
      `select account || ' ' || book as name, sum(debit_cents - credit_cents)::text as cents from app.journal_line
       where issued_product_id = $1 group by account, book having sum(debit_cents - credit_cents) <> 0 order by 1`,
      this.id,
    );
    return Object.fromEntries(found.map(({ name, cents: held }) => [name, Number(held)]));
  }

  /** Everything about the product that a returned payment restores. */
  async state(): Promise<object> {
    const product = await this.rows(
      "select loan_status, refinanced_by_id, status_before_refinance, next_action_at from app.issued_product where id = $1",
      this.id,
    );
    const obligations = await this.rows(
      `select number, owed_principal_cents, owed_interest_cents, owed_fee_cents, paid_principal_cents, paid_interest_cents, paid_fee_cents,
         waived_principal_cents, waived_interest_cents, waived_fee_cents, billed_interest_cents, unearned_fee_cents
       from app.obligation where issued_product_id = $1 and cancelled_at is null order by number`,
      this.id,
    );
    return { product, obligations, balances: await this.balances() };
  }
}

import type { Entry } from "../packages/lending/src/ledger/entry.ts";
import {
  account,
  type BookName,
  type Line,
  type ModelOrder,
  type NewModelOrder,
  type Purpose,
} from "./product-lives-books.ts";
import { sharedDifferencesOf, stateDifferencesOf } from "./product-lives-compare.ts";
import type { LifeOnServer, LivesGround, Snapshot } from "./product-lives-ground.ts";
import type { Kind, Random } from "./product-lives-kinds.ts";
import { ModelLedger } from "./product-lives-ledger.ts";
import { ProductModel, type Refinancing } from "./product-lives-model.ts";
import { plusDays } from "./product-lives-terms.ts";

/** What happened in the lives, counted. */
export type Counts = Record<string, number>;

export type Chance = Random & { chance(of: number): boolean };

/** A difference between the server and the second implementation, with everything that happened before. */
export class LifeDiffers extends Error {}

export type Failure = {
  reason: "insufficient_funds" | "unauthorized_transfer" | "invalid_account" | "network_error";
  achCode: string | null;
};

/** A product of the life, on both sides. */
export type Lived = {
  kind: Kind;
  server: LifeOnServer;
  model: ProductModel;
  items: string[];
  /** A payout that refinances and has no outcome yet. */
  payoutInFlight: string | null;
};

type Lines = { isSent: boolean; isReturned: boolean };
type Fund = Parameters<ProductModel["submit"]>[2];

/** The products of one business on the server and in the second implementation: every step is made on both and compared. */
export class BothSides {
  protected readonly ground: LivesGround;
  protected readonly random: Chance;
  protected readonly log: string[];
  protected readonly ledger = new ModelLedger();
  protected readonly lived: Lived[] = [];
  protected today: string;
  readonly #counts: Counts;
  /** The names of orders in the log. */
  readonly #names = new Map<string, string>();
  readonly #lines = new Map<string, Lines>();
  /** The failure with a return code of each order that was returned. */
  readonly #failed = new Map<string, Failure>();
  /** The first order of each retry. */
  readonly #retryOf = new Map<string, string>();

  constructor(ground: LivesGround, random: Chance, log: string[], counts: Counts) {
    this.ground = ground;
    this.random = random;
    this.log = log;
    this.#counts = counts;
    this.today = plusDays("2026-01-05", random.between(0, 120));
  }

  protected count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  /** Issues a product to the business of the life. */
  protected async issue(kind: Kind, request: object | null, book: BookName): Promise<Lived> {
    const { productType, terms, settings } = kind;
    const life = { productType, terms, request, beginsOn: this.today, book };
    const [first] = this.lived;
    const server = await (first ? first.server.beside(life) : this.ground.begin(life));
    const { businessId, productId } = server;
    const { platformId } = this.ground;
    const model = new ProductModel({ ...settings, productId, businessId, platformId, book }, this.ledger);
    const one = { kind, server, model, items: [], payoutInFlight: null };
    this.lived.push(one);
    this.log.push(`${this.today} ${this.named(productId)} in ${book}: ${JSON.stringify(terms)}`);
    return one;
  }

  protected ofOrder({ product }: Pick<ModelOrder, "product">): Lived {
    const found = this.lived.find(({ server }) => server.productId === product);
    if (!found) throw new Error("an order of no product of the life");
    return found;
  }

  // One step on both sides.

  protected async both(what: string, onServer: () => Promise<unknown>, inModel: () => void): Promise<void> {
    this.log.push(`${this.today} ${what}`);
    await onServer();
    inModel();
    await this.compare();
  }

  protected async compare(seen?: Snapshot): Promise<void> {
    this.count("steps compared");
    const named = (key: string) => this.named(key);
    const differences: string[] = [];
    for (const [index, { server, model }] of this.lived.entries()) {
      const found = index === 0 && seen ? seen : await server.snapshot();
      if (index === 0) {
        this.#adoptRetries(found);
        differences.push(...sharedDifferencesOf(found, this.ledger, named));
      }
      differences.push(...stateDifferencesOf(found, model, named));
    }
    if (differences.length > 0) throw new LifeDiffers(differences.join("; "));
  }

  /** A debit without funds is tried again by the server. */
  #adoptRetries({ orders }: Snapshot): void {
    for (const { id, retryOf, amount } of orders) {
      if (!retryOf || this.ledger.orders.has(id)) continue;
      const first = this.ledger.order(retryOf);
      if (first.amount !== amount) throw new LifeDiffers(`a retry of ${first.amount} is of ${amount}`);
      this.adopt({ ...first, id });
      this.#retryOf.set(id, retryOf);
      this.log.push(`${this.today} ${this.named(id)} retries ${this.named(retryOf)}`);
      this.count(first.direction === "INCOMING" ? "retries of debits" : "retries of payouts");
    }
  }

  protected adopt(order: NewModelOrder): void {
    const { id, direction, purpose, amount, product, book, item, effectiveOn, refundOf, lines } = order;
    this.ledger.create({ id, direction, purpose, amount, product, book, item, effectiveOn, refundOf, lines });
    this.#names.set(id, `#${this.#names.size + 1} ${purpose}`);
    this.#lines.set(id, { isSent: false, isReturned: false });
  }

  protected named(key: string): string {
    const [first, subject] = key.split("/");
    const one = (subject ?? first ?? "").split("@")[0] ?? "";
    const product = this.lived.findIndex(({ server }) => server.productId === one);
    const item = this.lived.flatMap(({ items }) => items).indexOf(one);
    const name = this.#names.get(one) ?? (product >= 0 ? `product ${product + 1}` : item >= 0 ? `item ${item}` : one);
    return subject === undefined ? name : `${first} of ${name}${key.includes("@") ? " in the other book" : ""}`;
  }

  protected async move(days: number): Promise<void> {
    this.today = plusDays(this.today, days);
    await this.both(
      "day",
      async () => {
        for (const { server } of this.lived) await server.moveTo(this.today);
      },
      () => {
        for (const { model } of this.lived) if (model.rows.length > 0) model.bill(this.today);
      },
    );
  }

  /** Orders a payment of a product. An OTHER order has its entries on the server and its lines in the model. */
  protected async make(
    { server }: Lived,
    purpose: Purpose,
    amount: bigint,
    item: string,
    other?: { entries: readonly Entry[]; lines: readonly Line[]; book: BookName },
  ): Promise<string> {
    const { productId } = server;
    const lines = other?.lines ?? [];
    const book = other?.book ?? server.book;
    const isDebit =
      ["REPAYMENT", "FEE", "PAYOFF"].includes(purpose) || lines.some((line) => line.account === account.clearingIn);
    const direction = isDebit ? "INCOMING" : "OUTGOING";
    const ownItem = item === productId ? null : item;
    this.log.push(`${this.today} order ${purpose} of ${amount} for ${this.named(item)}`);
    const order = { direction, purpose, entries: other?.entries ?? null, amount, item: ownItem, book } as const;
    const id = await server.order(order, this.today);
    const named = lines.map((line) => (line.subject === "order" ? { ...line, subject: id } : line));
    const effectiveOn = this.today;
    this.adopt({
      id,
      direction,
      purpose,
      amount,
      product: productId,
      book,
      item,
      effectiveOn,
      refundOf: null,
      lines: named,
    });
    return id;
  }

  protected async submit(
    id: string,
    effectiveOn: string,
    fund?: Fund,
    refinancing: readonly Refinancing[] = [],
  ): Promise<void> {
    const { server, model } = this.ofOrder(this.ledger.order(id));
    await this.both(
      `submit ${this.named(id)} for ${effectiveOn}`,
      () => server.submit(id, effectiveOn, this.today),
      () => model.submit(id, effectiveOn, fund, refinancing),
    );
  }

  protected async settle(id: string): Promise<void> {
    const order = this.ledger.order(id);
    const { server, model } = this.ofOrder(order);
    this.log.push(`${this.today} settle ${this.named(id)}`);
    if (model.isWrittenOff && order.direction === "INCOMING" && order.purpose !== "OTHER")
      this.count("recoveries after a write-off");
    await server.settle(id, this.today);
    const { rebate, overpaid } = model.settle(id, this.today);
    const found = await this.lived[0]?.server.snapshot();
    this.#adoptRefund(order, "REBATE", rebate, found);
    this.#adoptRefund(order, "CREDIT_REFUND", overpaid, found);
    await this.compare(found);
  }

  /** What the server refunds of a debit has to be what the model does. */
  #adoptRefund(debit: ModelOrder, purpose: "REBATE" | "CREDIT_REFUND", amount: bigint, found?: Snapshot): void {
    const { id, product, book, item, effectiveOn } = debit;
    const own = (found?.orders ?? []).filter(
      (one) =>
        one.refundOf === id && one.purpose === purpose && one.retryOf === null && !this.ledger.orders.has(one.id),
    );
    const sums = own.map((one) => one.amount).join(", ");
    if (sums !== (amount > 0n ? String(amount) : ""))
      throw new LifeDiffers(`${purpose} of ${this.named(id)}: server [${sums}], model ${amount}`);
    for (const { id: refundId } of own) {
      const refund = { id: refundId, direction: "OUTGOING", purpose, amount, product, book, item } as const;
      this.adopt({ ...refund, effectiveOn, refundOf: id, lines: [] });
      this.count(purpose === "REBATE" ? "rebates" : "refunds of overpayments");
    }
  }

  /** A debit of an advance was by estimate, and was too high. */
  protected async trueUp(order: ModelOrder, excess: bigint): Promise<void> {
    const { server, model } = this.ofOrder(order);
    this.log.push(`${this.today} true-up of ${this.named(order.id)} by ${excess}`);
    await server.trueUp(order.id, excess, this.today);
    model.trueUp(order.id, excess, this.today);
    const found = await this.lived[0]?.server.snapshot();
    this.#adoptRefund(order, "CREDIT_REFUND", excess, found);
    await this.compare(found);
    this.count("true-ups of advances");
  }

  protected async fail(id: string, failure: Failure): Promise<void> {
    const order = this.ledger.order(id);
    const { server, model } = this.ofOrder(order);
    this.#countFailure(order, model);
    if (failure.achCode) this.#failed.set(id, failure);
    const lines = this.#lines.get(id);
    if (failure.achCode && lines?.isSent && this.random.chance(0.3)) {
      lines.isReturned = true;
      await this.both(
        `the statement says that ${this.named(id)} is returned, ${failure.achCode}`,
        () => server.bankLine(id, "RETURNED", this.today, failure),
        () => {
          this.ledger.bankLine(id, "RETURNED");
          model.fail(id, this.today);
        },
      );
      return;
    }
    await this.both(
      `fail ${this.named(id)}, ${failure.achCode}`,
      () => server.fail(id, failure, this.today),
      () => model.fail(id, this.today),
    );
  }

  #countFailure(
    { id, direction, status, refundOf, purpose }: ModelOrder,
    { status: product, isWrittenOff }: ProductModel,
  ) {
    const isLate = status === "SUCCESSFUL_PAYMENT";
    const what = direction === "INCOMING" ? "debits" : "payouts";
    this.count(`${what} that ${isLate ? "came back after success" : "failed before success"}`);
    if (isLate && direction === "INCOMING" && ["FULLY_PAID", "REFINANCED", "CLOSED"].includes(product))
      this.count("late returns after payoff");
    if (isLate && isWrittenOff) this.count("returns after a write-off");
    const refunds = this.ledger.refundsOf(id);
    const isFailed = (order: ModelOrder) => order.status === "FAILED_PAYMENT";
    if (refunds.some(isFailed) || (refundOf && isFailed(this.ledger.order(refundOf))))
      this.count("double returns: a debit and its refund");
    if (direction === "INCOMING" && this.#retryOf.has(id)) this.count("double returns: a debit and its retry");
    if (refunds.some((refund) => refund.status === "SUBMITTED"))
      this.count("refunds in flight when their debit came back");
    if (purpose === "FUNDING") this.count("payouts of funding that came back");
  }

  protected async line(id: string, meaning: "SENT" | "RETURNED"): Promise<void> {
    const lines = this.#lines.get(id);
    if (lines) lines[meaning === "SENT" ? "isSent" : "isReturned"] = true;
    const { server } = this.ofOrder(this.ledger.order(id));
    await this.both(
      `bank line ${meaning} of ${this.named(id)}`,
      () => server.bankLine(id, meaning, this.today),
      () => this.ledger.bankLine(id, meaning),
    );
  }

  protected isRetried = (id: string): boolean => [...this.#retryOf.values()].includes(id);

  protected isOnStatement = (id: string): boolean => this.#lines.get(id)?.isSent === true;

  /** The lines of our bank that have not arrived yet. */
  protected lateLines(): (() => Promise<void>)[] {
    return [...this.ledger.orders.values()].flatMap(({ id, status }) => {
      const lines = this.#lines.get(id);
      const isSent = ["SUBMITTED", "SUCCESSFUL_PAYMENT"].includes(status) || this.#failed.has(id);
      if (!lines || !isSent) return [];
      if (!lines.isSent) return [() => this.line(id, "SENT")];
      return this.#failed.has(id) && !lines.isReturned ? [() => this.line(id, "RETURNED")] : [];
    });
  }
}

import {
  borrowerCreditRefunded,
  externalPayoffSent,
  platformRefunded,
  platformSettled,
} from "../packages/lending/src/ledger/entries.ts";
import { rebateSent } from "../packages/lending/src/mechanics/invoices/entries.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { account, type Line, type ModelOrder, type Purpose, unpaid } from "./product-lives-books.ts";
import { differencesOf, endFaults } from "./product-lives-compare.ts";
import type { LifeOnServer, LivesGround, Snapshot, StoredOrder } from "./product-lives-ground.ts";
import { type Financed, type Kind, kinds, type Random } from "./product-lives-kinds.ts";
import { ProductModel } from "./product-lives-model.ts";
import { least, plusDays } from "./product-lives-terms.ts";

/** What happened in the lives, counted. */
export type Counts = Record<string, number>;

export type LifeName = { kind: string; number: number; seed: number };

/** A difference between the server and the second implementation, with everything that happened before. */
class LifeDiffers extends Error {}

type Failure = {
  reason: "insufficient_funds" | "unauthorized_transfer" | "invalid_account" | "network_error";
  achCode: string | null;
};
const returns: readonly Failure[] = [
  { reason: "insufficient_funds", achCode: "R01" },
  { reason: "unauthorized_transfer", achCode: "R10" },
];
const neverSent: Failure = { reason: "network_error", achCode: null };
const payoutReturn: Failure = { reason: "invalid_account", achCode: "R03" };

/** Lives one product from its funding to its end, on the server and in the second implementation, and compares them after every step. */
export async function live(ground: LivesGround, name: LifeName, next: () => number, counts: Counts): Promise<void> {
  const random: Random & { chance(of: number): boolean } = {
    pick: (list) => list[Math.floor(next() * list.length)] as never,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (of) => next() < of,
  };
  const log: string[] = [];
  const kind = kinds[name.kind]?.(random);
  if (!kind) throw new Error(`there is no kind of life ${name.kind}`);
  log.push(`terms ${JSON.stringify(kind.terms)}`);
  try {
    await new Life(ground, kind, random, log, counts).run();
  } catch (error) {
    const command = `npm run prove -- product-lives --tenth --seed=${name.seed} --life=${name.kind}/${name.number}`;
    const what = error instanceof LifeDiffers ? error.message : ((error as Error).stack ?? String(error));
    throw new LifeDiffers(`life ${name.kind}/${name.number}: ${what}\n${log.join("\n")}\n${command}`);
  }
}

type Lines = { isSent: boolean; isReturned: boolean };

class Life {
  readonly #ground: LivesGround;
  readonly #kind: Kind;
  readonly #random: Random & { chance(of: number): boolean };
  readonly #log: string[];
  readonly #counts: Counts;
  #server!: LifeOnServer;
  #model!: ProductModel;
  #today: string;
  /** The draws or invoices, or the product itself. */
  readonly #items: string[] = [];
  /** The names of orders in the log. */
  readonly #names = new Map<string, string>();
  readonly #lines = new Map<string, Lines>();
  /** The failure with a return code of each order that was returned. */
  readonly #failed = new Map<string, Failure>();
  readonly #retried = new Set<string>();
  #received = 0n;

  constructor(
    ground: LivesGround,
    kind: Kind,
    random: Random & { chance(of: number): boolean },
    log: string[],
    counts: Counts,
  ) {
    this.#ground = ground;
    this.#kind = kind;
    this.#random = random;
    this.#log = log;
    this.#counts = counts;
    this.#today = plusDays("2026-01-05", random.between(0, 120));
  }

  async run(): Promise<void> {
    const { productType, terms, settings } = this.#kind;
    const whole = settings.isLine ? null : this.#kind.finance();
    const beginsOn = this.#today;
    this.#server = await this.#ground.begin({ productType, terms, request: whole?.request ?? null, beginsOn });
    const { businessId, productId } = this.#server;
    const { platformId } = this.#ground;
    this.#model = new ProductModel({ ...settings, productId, businessId, platformId });
    if (whole) await this.#finance(whole, productId);
    else await this.#financeItem();
    const steps = this.#random.between(8, 30);
    for (let step = 0; step < steps; step++) await this.#step();
    await this.#end();
    this.#count("lives");
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  // One step on both sides.

  async #both(what: string, onServer: () => Promise<unknown>, inModel: () => void): Promise<void> {
    this.#log.push(`${this.#today} ${what}`);
    await onServer();
    inModel();
    await this.#compare();
  }

  async #compare(seen?: Snapshot): Promise<void> {
    this.#count("steps compared");
    const found = seen ?? (await this.#server.snapshot());
    this.#adoptRetries(found.orders);
    const differences = differencesOf(found, this.#model, (key) => this.#named(key));
    if (differences.length > 0) throw new LifeDiffers(differences.join("; "));
  }

  /** A debit without funds is tried again by the server. */
  #adoptRetries(orders: readonly StoredOrder[]): void {
    for (const { id, retryOf, amount } of orders) {
      if (!retryOf || this.#model.orders.has(id)) continue;
      const first = this.#model.order(retryOf);
      if (first.amount !== amount) throw new LifeDiffers(`a retry of ${first.amount} is of ${amount}`);
      this.#adopt(id, { ...first, id });
      this.#retried.add(retryOf);
      this.#log.push(`${this.#today} ${this.#named(id)} retries ${this.#named(retryOf)}`);
      this.#count(first.direction === "INCOMING" ? "retries of debits" : "retries of payouts");
    }
  }

  #adopt(id: string, order: Omit<ModelOrder, "status" | "posted" | "undo">): void {
    const { direction, purpose, amount, item, effectiveOn, refundOf, lines } = order;
    this.#model.create({ id, direction, purpose, amount, item, effectiveOn, refundOf, lines });
    this.#names.set(id, `#${this.#names.size + 1} ${purpose}`);
    this.#lines.set(id, { isSent: false, isReturned: false });
  }

  #named(key: string): string {
    const [first, subject] = key.split("/");
    const one = subject ?? first ?? "";
    const at = this.#items.indexOf(one);
    const name = this.#names.get(one) ?? (at >= 0 ? `item ${at}` : one === this.#server.productId ? "product" : one);
    return subject === undefined ? name : `${first} of ${name}`;
  }

  async #move(days: number): Promise<void> {
    this.#today = plusDays(this.#today, days);
    await this.#both(
      "day",
      () => this.#server.moveTo(this.#today),
      () => {
        if (this.#model.rows.length > 0) this.#model.bill(this.#today);
      },
    );
  }

  async #make(
    purpose: Purpose,
    amount: bigint,
    item: string,
    entries: Parameters<LifeOnServer["order"]>[0]["entries"] = null,
    lines: Line[] = [],
  ): Promise<string> {
    const direction =
      ["REPAYMENT", "FEE", "PAYOFF"].includes(purpose) || lines.some((line) => line.account === account.clearingIn)
        ? "INCOMING"
        : "OUTGOING";
    const ownItem = item === this.#server.productId ? null : item;
    this.#log.push(`${this.#today} order ${purpose} of ${amount} for ${this.#named(item)}`);
    const id = await this.#server.order({ direction, purpose, entries, amount, item: ownItem }, this.#today);
    const named = lines.map((line) => (line.subject === "order" ? { ...line, subject: id } : line));
    this.#adopt(id, { id, direction, purpose, amount, item, effectiveOn: this.#today, refundOf: null, lines: named });
    return id;
  }

  async #submit(id: string, effectiveOn: string, fund?: Parameters<ProductModel["submit"]>[2]): Promise<void> {
    await this.#both(
      `submit ${this.#named(id)} for ${effectiveOn}`,
      () => this.#server.submit(id, effectiveOn, this.#today),
      () => this.#model.submit(id, effectiveOn, fund),
    );
  }

  async #settle(id: string): Promise<void> {
    const { item, effectiveOn } = this.#model.order(id);
    this.#log.push(`${this.#today} settle ${this.#named(id)}`);
    await this.#server.settle(id, this.#today);
    const { rebate, overpaid } = this.#model.settle(id, this.#today);
    const seen = await this.#server.snapshot();
    const wanted = [
      { purpose: "REBATE", amount: rebate },
      { purpose: "CREDIT_REFUND", amount: overpaid },
    ] as const;
    for (const { purpose, amount } of wanted) {
      const found = seen.orders.filter((one) => one.refundOf === id && one.purpose === purpose && one.retryOf === null);
      const sums = found.map((one) => one.amount).join(", ");
      if (sums !== (amount > 0n ? String(amount) : ""))
        throw new LifeDiffers(`${purpose} of ${this.#named(id)}: server [${sums}], model ${amount}`);
      for (const order of found) {
        const refund = { id: order.id, direction: "OUTGOING", purpose, amount, item } as const;
        this.#adopt(order.id, { ...refund, effectiveOn, refundOf: id, lines: [] });
        this.#count(purpose === "REBATE" ? "rebates" : "refunds of overpayments");
      }
    }
    await this.#compare(seen);
  }

  async #fail(id: string, failure: Failure): Promise<void> {
    const order = this.#model.order(id);
    const isLate = order.status === "SUCCESSFUL_PAYMENT";
    this.#count(
      `${order.direction === "INCOMING" ? "debits" : "payouts"} that ${isLate ? "came back after success" : "failed before success"}`,
    );
    if (isLate && this.#model.status === "FULLY_PAID") this.#count("returns after the end");
    const refund = order.refundOf ? this.#model.order(order.refundOf) : null;
    if (refund?.status === "FAILED_PAYMENT") this.#count("refunds that came back as well as their debit");
    if (failure.achCode) this.#failed.set(id, failure);
    const lines = this.#lines.get(id);
    if (failure.achCode && lines?.isSent && this.#random.chance(0.3)) {
      lines.isReturned = true;
      await this.#both(
        `the statement says that ${this.#named(id)} is returned, ${failure.achCode}`,
        () => this.#server.bankLine(id, "RETURNED", this.#today, failure),
        () => {
          this.#model.bankLine(id, "RETURNED");
          this.#model.fail(id, this.#today);
        },
      );
      return;
    }
    await this.#both(
      `fail ${this.#named(id)}, ${failure.achCode}`,
      () => this.#server.fail(id, failure, this.#today),
      () => this.#model.fail(id, this.#today),
    );
  }

  async #line(id: string, meaning: "SENT" | "RETURNED"): Promise<void> {
    const lines = this.#lines.get(id);
    if (lines) lines[meaning === "SENT" ? "isSent" : "isReturned"] = true;
    await this.#both(
      `bank line ${meaning} of ${this.#named(id)}`,
      () => this.#server.bankLine(id, meaning, this.#today),
      () => this.#model.bankLine(id, meaning),
    );
  }

  // Funding.

  async #financeItem(): Promise<void> {
    const hex = (length: number) => Array.from({ length }, () => this.#random.between(0, 15).toString(16)).join("");
    const item = `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
    const financed = this.#kind.finance();
    this.#log.push(`${this.#today} item ${this.#items.length}: ${JSON.stringify(financed.request)}`);
    await this.#server.item(item, financed.request);
    await this.#finance(financed, item);
  }

  /** Pays out, sometimes only at the second or third try. */
  async #finance(financed: Financed, item: string): Promise<void> {
    this.#items.push(item);
    const { productId } = this.#server;
    for (;;) {
      const id = await this.#make("FUNDING", financed.payout, item);
      const effectiveOn = plusDays(this.#today, this.#random.between(0, 2));
      await this.#submit(id, effectiveOn, () => financed.fund(effectiveOn, item, productId));
      await this.#move(this.#random.between(1, 3));
      if (this.#random.chance(0.8)) await this.#line(id, "SENT");
      const isReturned = this.#random.chance(0.12);
      const settlesFirst = this.#random.chance(0.7);
      if (settlesFirst) await this.#settle(id);
      if (!isReturned) {
        if (!settlesFirst) await this.#settle(id);
        break;
      }
      await this.#fail(id, payoutReturn);
      this.#count("payouts of funding that came back");
      if (this.#random.chance(0.3)) await this.#move(this.#random.between(20, 45));
    }
    const { escrow } = this.#kind;
    if (escrow > 0n) {
      const id = await this.#make(
        "OTHER",
        escrow,
        productId,
        [externalPayoffSent("EQUITY", cents(Number(escrow)))],
        [
          { account: account.escrow, subject: productId, amount: escrow },
          { account: account.clearingOut, subject: "order", amount: -escrow },
        ],
      );
      await this.#submit(id, this.#today);
      await this.#settle(id);
    }
  }

  // Random steps.

  #having(...statuses: ModelOrder["status"][]): ModelOrder[] {
    return [...this.#model.orders.values()].filter(
      ({ status, purpose }) => statuses.includes(status) && purpose !== "FUNDING" && purpose !== "OTHER",
    );
  }

  async #step(): Promise<void> {
    const { pick, between, chance } = this.#random;
    const scheduled = this.#having("SCHEDULED");
    const submitted = this.#having("SUBMITTED").filter(({ effectiveOn }) => effectiveOn <= this.#today);
    const settled = this.#having("SUCCESSFUL_PAYMENT");
    const late = this.#lateLines();
    const choices: [number, () => Promise<unknown>][] = [
      [5, () => this.#move(chance(0.7) ? between(1, 6) : between(7, 35))],
      [6, () => this.#debit()],
      [2, () => this.#resend()],
    ];
    if (scheduled.length > 0) choices.push([8, () => this.#send(pick(scheduled).id)]);
    if (submitted.length > 0) choices.push([9, () => this.#decide(pick(submitted))]);
    if (settled.length > 0) choices.push([3, () => this.#comeBack(pick(settled))]);
    if (late.length > 0) choices.push([5, () => pick(late)()]);
    if (this.#kind.settings.isLine && this.#items.length < 4) choices.push([2, () => this.#financeItem()]);
    if (this.#kind.hasFees) choices.push([1, () => this.#assess()]);
    if (this.#kind.productType === "INTEGRATED_MCA") choices.push([10, () => this.#receive()]);
    let at = between(0, choices.reduce((sum, [weight]) => sum + weight, 0) - 1);
    for (const [weight, act] of choices) {
      if (at < weight) {
        await act();
        return;
      }
      at -= weight;
    }
  }

  #lateLines(): (() => Promise<void>)[] {
    return [...this.#model.orders.values()].flatMap(({ id, status }) => {
      const lines = this.#lines.get(id);
      const isSent = ["SUBMITTED", "SUCCESSFUL_PAYMENT"].includes(status) || this.#failed.has(id);
      if (!lines || !isSent) return [];
      if (!lines.isSent) return [() => this.#line(id, "SENT")];
      return this.#failed.has(id) && !lines.isReturned ? [() => this.#line(id, "RETURNED")] : [];
    });
  }

  /** Orders a debit: an installment, another amount, too much, the fees, or the payoff. */
  async #debit(): Promise<void> {
    const { pick, between, chance } = this.#random;
    const owing = this.#model.owing();
    const item = owing.length > 0 ? pick(owing).item : pick(this.#items);
    const owed = owing.find((one) => one.item === item)?.amount ?? 0n;
    if (owed === 0n && chance(0.6)) return;
    const way = between(0, 9);
    const rows = this.#model.rows.filter((row) => row.item === item);
    const row = rows.find((one) => one.kind !== "FEE" && total(unpaid(one)) > 0n);
    const isFeeOwed = rows.some((one) => one.kind === "FEE" && total(unpaid(one)) > 0n);
    let id: string;
    if (isFeeOwed && way <= 2) {
      const fees = rows.filter((one) => one.kind === "FEE").reduce((sum, one) => sum + total(unpaid(one)), 0n);
      id = await this.#make("FEE", chance(0.8) ? fees : fees + BigInt(between(1, 3_000)), item);
    } else if (way <= 5) {
      const installment = row ? total(unpaid(row)) : least(owed, BigInt(between(50_000, 2_000_000)));
      const amount =
        this.#kind.settings.mechanics === "SALES" && row
          ? least(installment, installment / BigInt(between(1, 6)) + 1n)
          : installment;
      id = await this.#make("REPAYMENT", amount > 0n ? amount : BigInt(between(1, 5_000)), item);
    } else if (way <= 6) {
      id = await this.#make("REPAYMENT", 1n + BigInt(between(0, Number(owed))), item);
    } else if (way <= 7) {
      id = await this.#make("REPAYMENT", owed + BigInt(between(1, 100_000)), item);
    } else {
      const effectiveOn = plusDays(this.#today, between(0, 3));
      const amount = this.#model.payoff(item, effectiveOn);
      if (amount === 0n) return;
      id = await this.#make("PAYOFF", amount, item);
      this.#count("payoffs ordered");
      if (chance(0.8)) return this.#submit(id, effectiveOn);
    }
    if (chance(0.6)) await this.#send(id);
  }

  #send(id: string): Promise<void> {
    return this.#submit(id, plusDays(this.#today, this.#random.between(0, 2)));
  }

  async #decide({ id, direction }: ModelOrder): Promise<void> {
    const { chance, pick } = this.#random;
    const lines = this.#lines.get(id);
    if (!lines?.isSent && chance(0.6)) await this.#line(id, "SENT");
    if (chance(0.72)) return this.#settle(id);
    if (!lines?.isSent && chance(0.5)) return this.#fail(id, neverSent);
    return this.#fail(id, direction === "INCOMING" ? pick(returns) : payoutReturn);
  }

  /** A return after success, often of a debit that has a refund, a rebate or a retry, or of the refund itself. */
  async #comeBack(any: ModelOrder): Promise<void> {
    const { chance, pick } = this.#random;
    const settled = this.#having("SUCCESSFUL_PAYMENT");
    const paired = settled.filter(({ id, refundOf }) => refundOf !== null || this.#model.refundsOf(id).length > 0);
    const { id, direction } = paired.length > 0 && chance(0.6) ? pick(paired) : any;
    await this.#fail(id, direction === "INCOMING" ? pick(returns) : payoutReturn);
  }

  /** Staff send a refund again that came back, as long as the business is still owed it. */
  async #resend(): Promise<boolean> {
    for (const { id, refundOf, purpose, amount } of this.#having("FAILED_PAYMENT")) {
      if (refundOf === null || this.#retried.has(id)) continue;
      const { rebates, credit } = this.#model.unsent();
      if ((purpose === "REBATE" ? rebates : credit) < amount) continue;
      await this.#both(
        `staff retry ${this.#named(id)}`,
        () => this.#server.retry(id, this.#today),
        () => {},
      );
      return true;
    }
    return false;
  }

  /** Staff pay out what is left of a refund that came back after the business had paid a part of it back. */
  async #sendLeftovers(): Promise<void> {
    const { productId, businessId } = this.#server;
    const { rebates, credit } = this.#model.unsent();
    const both = [
      {
        amount: rebates,
        from: { account: account.unearned, subject: productId },
        entryOf: () => rebateSent(cents(Number(rebates)), "EQUITY"),
      },
      {
        amount: credit,
        from: { account: account.credit, subject: businessId },
        entryOf: () => borrowerCreditRefunded("EQUITY", cents(Number(credit))),
      },
    ];
    for (const { amount, from, entryOf } of both) {
      if (amount === 0n) continue;
      const id = await this.#make(
        "OTHER",
        amount,
        productId,
        [entryOf()],
        [
          { ...from, amount },
          { account: account.clearingOut, subject: "order", amount: -amount },
        ],
      );
      await this.#submit(id, this.#today);
      await this.#settle(id);
      await this.#line(id, "SENT");
      this.#count("leftovers of refunds that staff paid out");
    }
  }

  async #assess(): Promise<void> {
    const { pick, between } = this.#random;
    const owing = this.#model.owing();
    if (owing.length === 0) return;
    const { item } = pick(owing);
    const [type, kind] = pick([
      ["LATE_PAYMENT", "LATE"],
      ["INSUFFICIENT_FUNDS", "NSF"],
    ] as const);
    const amount = BigInt(between(1, 50_000));
    const own = item === this.#server.productId ? null : item;
    await this.#both(
      `fee ${type} of ${amount} on ${this.#named(item)}`,
      () => this.#server.assessFee(own, type, amount, this.#today),
      () => this.#model.assessFee(item, kind, amount, this.#today),
    );
    this.#count("fees assessed");
  }

  async #receive(): Promise<void> {
    const { between, chance } = this.#random;
    const [row] = this.#model.rows;
    if (!row) return;
    const left = total(unpaid(row));
    const isRefund = chance(0.15) && this.#received > 0n;
    const amount = isRefund
      ? -least(BigInt(between(1, 20_000)), this.#received, row.paid.principal + row.paid.fee)
      : least(left, BigInt(between(1, 200_000)));
    if (amount === 0n) return;
    this.#received += amount;
    this.#count("receivables");
    await this.#both(
      `receivable of ${amount}`,
      () => this.#server.receive(amount, this.#today),
      () => this.#model.receive(amount, this.#today),
    );
  }

  // The end.

  /** Brings everything in flight to its end, pays what is owed, and sends what is owed back. */
  async #end(): Promise<void> {
    for (let round = 0; ; round++) {
      if (round > 40) throw new LifeDiffers("the life does not end");
      await this.#land(round < 3);
      for (let late = this.#lateLines(); late[0]; late = this.#lateLines()) await late[0]();
      if (await this.#resend()) continue;
      if (this.#having("SCHEDULED", "SUBMITTED").length > 0) continue;
      const [owed] = this.#model.owing();
      if (!owed) break;
      await this.#move(this.#random.between(1, 40));
      const effectiveOn = plusDays(this.#today, this.#random.between(0, 1));
      const id = await this.#make("PAYOFF", this.#model.payoff(owed.item, effectiveOn), owed.item);
      await this.#submit(id, effectiveOn);
    }
    await this.#sendLeftovers();
    await this.#settlePlatform();
    await this.#checkEnd();
  }

  async #land(isRough: boolean): Promise<void> {
    for (const { id } of this.#having("SCHEDULED")) await this.#submit(id, this.#today);
    if (this.#having("SUBMITTED").length > 0) await this.#move(3);
    for (const { id, direction } of this.#having("SUBMITTED")) {
      if (isRough && this.#random.chance(0.25))
        await this.#fail(id, direction === "INCOMING" ? this.#random.pick(returns) : payoutReturn);
      else await this.#settle(id);
    }
  }

  /** The platform pays what it withheld, or gets back what it withheld too little. */
  async #settlePlatform(): Promise<void> {
    const { platformId } = this.#ground;
    const held = this.#model.balances.get(`${account.platformReceivable}/${platformId}`) ?? 0n;
    if (held === 0n) return;
    const amount = held > 0n ? held : -held;
    const entry = (held > 0n ? platformSettled : platformRefunded)("EQUITY", cents(Number(amount)));
    const id = await this.#make(
      "OTHER",
      amount,
      this.#server.productId,
      [entry],
      [
        { account: held > 0n ? account.clearingIn : account.clearingOut, subject: "order", amount: held },
        { account: account.platformReceivable, subject: platformId, amount: -held },
      ],
    );
    await this.#submit(id, this.#today);
    await this.#line(id, "SENT");
    await this.#settle(id);
  }

  /** Nothing is owed on either side, clearing is empty, cash is what the bank has, and the states say so. */
  async #checkEnd(): Promise<void> {
    const [fault] = endFaults(await this.#server.snapshot(), this.#model, (key) => this.#named(key));
    if (fault) throw new LifeDiffers(`at the end ${fault}`);
  }
}

const total = ({ principal, interest, fee }: { principal: bigint; interest: bigint; fee: bigint }): bigint =>
  principal + interest + fee;

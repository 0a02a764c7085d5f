import { type FeeName, feeIncomes, type ModelOrder, unpaid } from "./product-lives-books.ts";
import { type Counts, LifeDiffers, type Lived } from "./product-lives-both.ts";
import { EndingLife, neverSent, payoutReturn, returns } from "./product-lives-end.ts";
import type { LivesGround } from "./product-lives-ground.ts";
import { type Financed, type Kind, kinds, payoffOf } from "./product-lives-kinds.ts";
import { least, plusDays, sum } from "./product-lives-terms.ts";

export type LifeName = { kind: string; number: number; seed: number };

/** Lives one product from its funding to its end, on the server and in the second implementation, and compares them after every step. */
export async function live(ground: LivesGround, name: LifeName, next: () => number, counts: Counts): Promise<void> {
  const random = {
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    chance: (of: number) => next() < of,
  };
  const log: string[] = [];
  try {
    await new Life(ground, random, log, counts).run(name.kind);
  } catch (error) {
    const command = `npm run prove -- product-lives --tenth --seed=${name.seed} --life=${name.kind}/${name.number}`;
    const what = error instanceof LifeDiffers ? error.message : ((error as Error).stack ?? String(error));
    throw new LifeDiffers(`life ${name.kind}/${name.number}: ${what}\n${log.join("\n")}\n${command}`);
  }
}

class Life extends EndingLife {
  #received = 0n;

  async run(kindName: string): Promise<void> {
    const kindOf = kinds[kindName];
    if (!kindOf) throw new Error(`there is no kind of life ${kindName}`);
    const kind = kindOf(this.random, []);
    // Some businesses have two loans, which a third may pay off.
    const products = kind.productType === "TERM_LOAN" && this.random.chance(0.25) ? 2 : 1;
    for (let product = 0; product < products; product++) await this.#begin(kindOf(this.random, []));
    const steps = this.random.between(8, 30);
    for (let step = 0; step < steps; step++) await this.#step(kindName);
    await this.end();
    this.count("lives");
  }

  // Funding.

  async #begin(kind: Kind): Promise<void> {
    const whole = kind.settings.isLine ? null : kind.finance();
    const book = this.random.chance(0.2) ? "CONCAR_SPV_1" : "EQUITY";
    const lived = await this.issue(kind, whole?.request ?? null, book);
    if (whole) await this.#finance(lived, whole, lived.server.productId);
    else await this.#financeItem(lived);
  }

  async #financeItem(lived: Lived): Promise<void> {
    const hex = (length: number) => Array.from({ length }, () => this.random.between(0, 15).toString(16)).join("");
    const item = `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
    const financed = lived.kind.finance();
    this.log.push(`${this.today} item: ${JSON.stringify(financed.request)}`);
    await lived.server.item(item, financed.request);
    await this.#finance(lived, financed, item);
  }

  /** Pays out, sometimes only at the second or third try. */
  async #finance(lived: Lived, financed: Financed, item: string): Promise<void> {
    lived.items.push(item);
    const { productId } = lived.server;
    for (;;) {
      const id = await this.make(lived, "FUNDING", financed.payout, item);
      const effectiveOn = plusDays(this.today, this.random.between(0, 2));
      await this.submit(id, effectiveOn, () => financed.fund(effectiveOn, item, productId));
      await this.move(this.random.between(1, 3));
      if (await this.decidePayout(id, 0.12)) break;
      if (this.random.chance(0.3)) await this.move(this.random.between(20, 45));
    }
    await this.sendEscrow(lived);
  }

  /** A new product pays off one or two others. The claim of its payout is sometimes refused, and the payout is decided later. */
  async #refinance(kindName: string): Promise<void> {
    const { chance, between } = this.random;
    const isOpen = ({ model }: Lived) => model.owing().length > 0 && ["CURRENT", "LATE"].includes(model.status);
    const isLoan = kindName.startsWith("TERM_LOAN");
    const olds = this.steady()
      .filter(isOpen)
      .slice(isLoan && chance(0.7) ? -2 : -1);
    const [first] = olds;
    if (!first) return;
    const on = first.server.settlesOn(this.today);
    const isPending = olds.some((old) => this.#debitsOf(old, "SUBMITTED").length > 0);
    if (isPending && chance(0.8)) return;
    const isChanged = chance(0.1);
    const signed = await Promise.all(
      olds.map(async ({ model, server }) => ({
        productId: server.productId,
        book: server.book,
        ...model.refinancePayoff(on),
        latestReceivableId: await server.latestReceivableId(),
      })),
    );
    if (isChanged && signed[0]) signed[0].principal += 1n;
    const kind = kinds[kindName]?.(this.random, signed);
    if (!kind || signed.some((one) => payoffOf(one) === 0n)) return;
    const financed = kind.finance();
    const lived = await this.issue(kind, financed.request, chance(0.3) ? "CONCAR_SPV_1" : "EQUITY");
    const { productId, book } = lived.server;
    lived.items.push(productId);
    const id = await this.make(lived, "FUNDING", financed.payout, productId);
    this.log.push(`${this.today} claim ${this.named(id)} for ${on}`);
    const refusal = await lived.server.claim(id, this.today);
    if ((refusal !== null) !== (isPending || isChanged)) throw new LifeDiffers(`the claim is refused with ${refusal}`);
    if (refusal) return this.count(`own refinances refused with ${refusal}`);
    // A payment may come back between the claim and the submission.
    const settled = olds.flatMap((old) => this.#debitsOf(old, "SUCCESSFUL_PAYMENT"));
    if (settled.length > 0 && chance(0.15)) {
      await this.fail(this.random.pick(settled).id, this.random.pick(returns));
      this.count("payments that came back between the claim of a refinance and its payout");
    }
    const effectiveOn = plusDays(on, between(0, 1));
    const refinancing = signed.map((one, n) => ({ old: olds[n]?.model ?? first.model, amount: payoffOf(one), on }));
    await this.submit(id, effectiveOn, () => financed.fund(effectiveOn, productId, productId), refinancing);
    lived.payoutInFlight = id;
    for (const { server } of olds) this.count(server.book === book ? "own refinances" : "own refinances between books");
  }

  #debitsOf = ({ server }: Lived, status: ModelOrder["status"]): ModelOrder[] =>
    this.having(status).filter((order) => order.product === server.productId && order.direction === "INCOMING");

  // Random steps.

  async #step(kindName: string): Promise<void> {
    const { pick, between, chance } = this.random;
    const scheduled = this.having("SCHEDULED");
    const submitted = this.having("SUBMITTED").filter(({ effectiveOn }) => effectiveOn <= this.today);
    const settled = this.having("SUCCESSFUL_PAYMENT");
    const late = this.lateLines();
    const steady = this.steady();
    const lived = chance(0.7) ? steady.at(-1) : pick(steady);
    if (!lived) return;
    const { kind, model } = lived;
    const inFlight = this.lived.filter(({ payoutInFlight }) => payoutInFlight !== null);
    const choices: [number, () => Promise<unknown>][] = [
      [5, () => this.move(chance(0.7) ? between(1, 6) : between(7, 35))],
      [6, () => this.#debit(lived)],
      [2, () => this.resend()],
    ];
    if (scheduled.length > 0) choices.push([8, () => this.#send(pick(scheduled).id)]);
    if (submitted.length > 0) choices.push([9, () => this.#decide(pick(submitted))]);
    if (settled.length > 0) choices.push([4, () => this.#comeBack(pick(settled))]);
    const second = [...submitted, ...settled].filter(this.#isDebitBack);
    const refunded = settled.filter(
      ({ id, direction }) => direction === "INCOMING" && this.ledger.refundsOf(id).length > 0,
    );
    if (refunded.length > 0) choices.push([3, () => this.fail(pick(refunded).id, pick(returns))]);
    if (second.length > 0) choices.push([8, () => this.fail(pick(second).id, payoutReturn)]);
    if (late.length > 0) choices.push([5, () => pick(late)()]);
    if (inFlight.length > 0) choices.push([8, () => this.decideRefinance(pick(inFlight))]);
    const isDefaulted = model.status === "DEFAULTED";
    if (kind.settings.isLine && lived.items.length < 4 && model.status === "CURRENT")
      choices.push([2, () => this.#financeItem(lived)]);
    if (!kind.settings.isLine) choices.push([3, () => this.#refinance(kindName)]);
    if (kind.hasFees && !model.isWrittenOff)
      choices.push([1, () => this.#assess(lived)], [1, () => this.#waive(lived)]);
    if (kind.productType === "INTEGRATED_MCA") choices.push([10, () => this.#receive(lived)]);
    if (kind.productType === "MCA") choices.push([3, () => this.#trueUpAny()]);
    if (["CURRENT", "LATE"].includes(model.status) && chance(0.3)) choices.push([1, () => this.#default(lived)]);
    if (isDefaulted && !model.isWrittenOff) choices.push([2, () => this.#writeOff(lived)]);
    let at = between(0, choices.reduce((all, [weight]) => all + weight, 0) - 1);
    for (const [weight, act] of choices) {
      if (at < weight) {
        await act();
        return;
      }
      at -= weight;
    }
  }

  /** Orders a debit: an installment, another amount, too much, the fees, or the payoff. */
  async #debit(lived: Lived): Promise<void> {
    const { pick, between, chance } = this.random;
    const { model, kind, items } = lived;
    const owing = model.owing();
    const item = owing.length > 0 ? pick(owing).item : pick(items);
    const owed = owing.find((one) => one.item === item)?.amount ?? 0n;
    if (owed === 0n && chance(0.6)) return;
    const way = between(0, 9);
    const rows = model.rows.filter((row) => row.item === item);
    const row = rows.find((one) => one.kind !== "FEE" && total(unpaid(one)) > 0n);
    const fees = sum(rows.filter((one) => one.kind === "FEE").map((one) => total(unpaid(one))));
    let id: string;
    if (fees > 0n && way <= 2) {
      id = await this.make(lived, "FEE", chance(0.8) ? fees : fees + BigInt(between(1, 3_000)), item);
    } else if (way <= 5) {
      const installment = row ? total(unpaid(row)) : least(owed, BigInt(between(50_000, 2_000_000)));
      const amount =
        kind.settings.mechanics === "SALES" && row
          ? least(installment, installment / BigInt(between(1, 6)) + 1n)
          : installment;
      id = await this.make(lived, "REPAYMENT", amount > 0n ? amount : BigInt(between(1, 5_000)), item);
    } else if (way <= 6) {
      id = await this.make(lived, "REPAYMENT", 1n + BigInt(between(0, Number(owed))), item);
    } else if (way <= 7) {
      id = await this.make(lived, "REPAYMENT", owed + BigInt(between(1, 100_000)), item);
    } else {
      const effectiveOn = plusDays(this.today, between(0, 3));
      const amount = model.payoff(item, effectiveOn);
      if (amount === 0n) return;
      id = await this.make(lived, "PAYOFF", amount, item);
      this.count("payoffs ordered");
      if (chance(0.8)) return this.submit(id, effectiveOn);
    }
    if (chance(0.6)) await this.#send(id);
  }

  #send(id: string): Promise<void> {
    return this.submit(id, plusDays(this.today, this.random.between(0, 2)));
  }

  /** A refund whose debit came back while it was in flight. */
  #isDebitBack = ({ refundOf }: ModelOrder): boolean =>
    refundOf !== null && this.ledger.order(refundOf).status === "FAILED_PAYMENT";

  async #decide(order: ModelOrder): Promise<void> {
    const { id, direction } = order;
    const { chance, pick } = this.random;
    if (!this.isOnStatement(id) && chance(0.6)) await this.line(id, "SENT");
    if (chance(this.#isDebitBack(order) ? 0.4 : 0.72)) return this.settle(id);
    if (!this.isOnStatement(id) && chance(0.5)) return this.fail(id, neverSent);
    return this.fail(id, direction === "INCOMING" ? pick(returns) : payoutReturn);
  }

  /** A return after success, often of a debit that has a refund, a rebate or a retry, or of the refund itself. */
  async #comeBack(any: ModelOrder): Promise<void> {
    const { chance, pick } = this.random;
    const settled = this.having("SUCCESSFUL_PAYMENT");
    const paired = settled.filter(({ id, refundOf }) => refundOf !== null || this.ledger.refundsOf(id).length > 0);
    const second = paired.filter(this.#isDebitBack);
    const likely = second.length > 0 && chance(0.6) ? second : paired;
    const { id, direction } = likely.length > 0 && chance(0.85) ? pick(likely) : any;
    await this.fail(id, direction === "INCOMING" ? pick(returns) : payoutReturn);
  }

  async #assess({ model, server }: Lived): Promise<void> {
    const { pick, between } = this.random;
    const owing = model.owing();
    if (owing.length === 0) return;
    const { item } = pick(owing);
    const type = pick(Object.keys(feeIncomes) as FeeName[]);
    const amount = BigInt(between(1, 50_000));
    this.log.push(`${this.today} fee ${type} of ${amount} on ${this.named(item)}`);
    const id = await server.assessFee(item === server.productId ? null : item, type, amount, this.today);
    model.assessFee(item, type, amount, this.today, id);
    await this.compare();
    this.count(`fees assessed: ${type}`);
  }

  async #waive({ model, server }: Lived): Promise<void> {
    const fees = model.rows.filter((row) => row.fee?.id && unpaid(row).fee > 0n);
    if (fees.length === 0) return;
    const row = this.random.pick(fees);
    await this.both(
      `waive a fee of ${this.named(row.item)}`,
      () => server.waiveFee(row.fee?.id ?? "", this.today),
      () => model.waiveFee(row, this.today),
    );
    this.count("fees waived");
  }

  async #receive({ model, server }: Lived): Promise<void> {
    const { between, chance } = this.random;
    const [row] = model.rows;
    if (!row || model.status === "REFINANCED") return;
    const left = model.isWrittenOff ? 200_000n : total(unpaid(row));
    const isRefund = chance(0.15) && this.#received > 0n && !model.isWrittenOff;
    const amount = isRefund
      ? -least(BigInt(between(1, 20_000)), this.#received, row.paid.principal + row.paid.fee)
      : least(left, BigInt(between(1, 200_000)));
    if (amount === 0n) return;
    this.#received += amount;
    this.count(model.isWrittenOff ? "receivables after a write-off" : "receivables");
    await this.both(
      `receivable of ${amount}`,
      () => server.receive(amount, this.today),
      () => model.receive(amount, this.today),
    );
  }

  async #trueUpAny(): Promise<void> {
    const debits = this.having("SUCCESSFUL_PAYMENT").filter(
      (order) => order.collected > 0n && !this.ofOrder(order).model.isWrittenOff,
    );
    if (debits.length === 0) return;
    const order = this.random.pick(debits);
    const excess = 1n + BigInt(this.random.between(0, Number(order.collected) - 1));
    await this.trueUp(order, excess);
  }

  async #default({ model, server }: Lived): Promise<void> {
    if (model.owing().length === 0) return;
    await this.both(
      `${this.named(server.productId)} is in default`,
      () => server.default(this.today),
      () => model.default(this.today),
    );
    this.count("defaults");
  }

  async #writeOff({ model, server }: Lived): Promise<void> {
    await this.both(
      `${this.named(server.productId)} is written off`,
      () => server.writeOff(this.today),
      () => model.writeOff(),
    );
    this.count("write-offs");
  }
}

const total = ({ principal, interest, fee }: { principal: bigint; interest: bigint; fee: bigint }): bigint =>
  principal + interest + fee;

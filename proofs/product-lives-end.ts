import {
  borrowerCreditRefunded,
  externalPayoffSent,
  paidToBook,
  platformRefunded,
  platformSettled,
  receivedFromBook,
} from "../packages/lending/src/ledger/entries.ts";
import type { Entry } from "../packages/lending/src/ledger/entry.ts";
import { rebateSent } from "../packages/lending/src/mechanics/invoices/entries.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { account, type BookName, type Line, type ModelOrder } from "./product-lives-books.ts";
import { BothSides, type Failure, LifeDiffers, type Lived } from "./product-lives-both.ts";
import { endFaults, endStates } from "./product-lives-compare.ts";
import { balanceKey } from "./product-lives-ledger.ts";
import { plusDays } from "./product-lives-terms.ts";

export const returns: readonly Failure[] = [
  { reason: "insufficient_funds", achCode: "R01" },
  { reason: "unauthorized_transfer", achCode: "R10" },
];
export const neverSent: Failure = { reason: "network_error", achCode: null };
export const payoutReturn: Failure = { reason: "invalid_account", achCode: "R03" };

/** How a life is brought to its end: everything in flight lands, and nobody owes anything. */
export class EndingLife extends BothSides {
  /** The products that are funded. */
  protected open = (): Lived[] => this.lived.filter(({ model }) => model.rows.length > 0);

  /** Those of them that have no payout in flight. */
  protected steady = (): Lived[] => this.open().filter(({ payoutInFlight }) => payoutInFlight === null);

  protected having(...statuses: ModelOrder["status"][]): ModelOrder[] {
    return [...this.ledger.orders.values()].filter(
      ({ status, purpose }) => statuses.includes(status) && purpose !== "FUNDING" && purpose !== "OTHER",
    );
  }

  /** A payout settles, or it comes back, before or after it has settled. Returns whether it was paid. */
  protected async decidePayout(id: string, returned: number): Promise<boolean> {
    if (!this.isOnStatement(id) && this.random.chance(0.8)) await this.line(id, "SENT");
    const isReturned = this.random.chance(returned);
    const settlesFirst = this.random.chance(0.7);
    if (settlesFirst) await this.settle(id);
    if (isReturned) await this.fail(id, payoutReturn);
    else if (!settlesFirst) await this.settle(id);
    return !isReturned;
  }

  protected async decideRefinance(lived: Lived): Promise<void> {
    const { payoutInFlight } = lived;
    if (!payoutInFlight) return;
    const isPaid = await this.decidePayout(payoutInFlight, 0.35);
    lived.payoutInFlight = null;
    if (isPaid) await this.sendEscrow(lived);
    else this.count("payouts of refinances that came back");
  }

  protected async sendEscrow(lived: Lived): Promise<void> {
    const { escrow } = lived.kind;
    if (escrow === 0n) return;
    const { productId, book } = lived.server;
    await this.payOther(
      lived,
      escrow,
      externalPayoffSent(book, cents(Number(escrow))),
      { account: account.escrow, subject: productId },
      book,
    );
  }

  /** Pays out of an account of ours by an order with its own entry. */
  protected async payOther(
    lived: Lived,
    amount: bigint,
    entry: Entry,
    from: Omit<Line, "amount">,
    book: BookName,
  ): Promise<void> {
    const lines = [
      { ...from, amount },
      { account: account.clearingOut, subject: "order", amount: -amount },
    ];
    const id = await this.make(lived, "OTHER", amount, lived.server.productId, { entries: [entry], lines, book });
    await this.submit(id, this.today);
    await this.settle(id);
    await this.line(id, "SENT");
  }

  /** Staff send a refund again that came back, as long as the business is still owed it. */
  protected async resend(): Promise<boolean> {
    for (const order of this.having("FAILED_PAYMENT")) {
      const { id, refundOf, purpose, amount } = order;
      if (refundOf === null || this.isRetried(id)) continue;
      // The refund of a debit that came back as well is not owed any more.
      if (this.ledger.order(refundOf).status !== "SUCCESSFUL_PAYMENT") continue;
      const { server, model } = this.ofOrder(order);
      const { rebates, credit } = model.unsent();
      if ((purpose === "REBATE" ? rebates : credit) < amount) continue;
      await this.both(
        `staff retry ${this.named(id)}`,
        () => server.retry(id, this.today),
        () => {},
      );
      return true;
    }
    return false;
  }

  // The end.

  /** Brings everything in flight to its end, pays what is owed, and sends what is owed back. */
  protected async end(): Promise<void> {
    for (const lived of this.lived) await this.decideRefinance(lived);
    for (let round = 0; ; round++) {
      if (round > 40) throw new LifeDiffers("the life does not end");
      await this.land(round < 3);
      for (let late = this.lateLines(); late[0]; late = this.lateLines()) await late[0]();
      if (await this.resend()) continue;
      if (this.having("SCHEDULED", "SUBMITTED").length > 0) continue;
      const lived = this.open().find(({ model }) => model.owing().length > 0);
      const owed = lived?.model.owing()[0];
      if (!lived || !owed) break;
      await this.move(this.random.between(1, 40));
      const effectiveOn = plusDays(this.today, this.random.between(0, 1));
      const id = await this.make(lived, "PAYOFF", lived.model.payoff(owed.item, effectiveOn), owed.item);
      await this.submit(id, effectiveOn);
    }
    for (const lived of this.open()) await this.sendLeftovers(lived);
    await this.settlePlatform();
    await this.settleBooks();
    await this.checkEnd();
  }

  protected async land(isRough: boolean): Promise<void> {
    for (const { id } of this.having("SCHEDULED")) await this.submit(id, this.today);
    if (this.having("SUBMITTED").length > 0) await this.move(3);
    for (const { id, direction } of this.having("SUBMITTED")) {
      if (isRough && this.random.chance(0.25))
        await this.fail(id, direction === "INCOMING" ? this.random.pick(returns) : payoutReturn);
      else await this.settle(id);
    }
  }

  /** Staff pay out what is left of a refund that came back after the business had paid a part of it back. */
  protected async sendLeftovers(lived: Lived): Promise<void> {
    const { productId, businessId, book } = lived.server;
    const { rebates, credit } = lived.model.unsent();
    const unearned = { account: account.unearned, subject: productId };
    const owned = { account: account.credit, subject: businessId };
    if (rebates > 0n) await this.payOther(lived, rebates, rebateSent(cents(Number(rebates)), book), unearned, book);
    if (credit > 0n)
      await this.payOther(lived, credit, borrowerCreditRefunded(book, cents(Number(credit))), owned, book);
    if (rebates > 0n || credit > 0n) this.count("leftovers of refunds that staff paid out");
  }

  protected balance = (number: number, subject: string, book: BookName): bigint =>
    this.ledger.balances.get(balanceKey(number, subject, book)) ?? 0n;

  /** The platform pays what it withheld, or gets back what it withheld too little. */
  protected async settlePlatform(): Promise<void> {
    const [lived] = this.lived;
    const subject = this.ground.platformId;
    if (!lived) return;
    for (const book of ["EQUITY", "CONCAR_SPV_1"] as const) {
      const held = this.balance(account.platformReceivable, subject, book);
      const from = { account: account.platformReceivable, subject };
      if (held > 0n) await this.collectOther(lived, held, platformSettled(book, cents(Number(held))), from, book);
      if (held < 0n) await this.payOther(lived, -held, platformRefunded(book, cents(Number(-held))), from, book);
    }
  }

  /** Cash moves between the books for what one owes the other. */
  protected async settleBooks(): Promise<void> {
    const [lived] = this.lived;
    const from = { account: account.otherBooks, subject: "" };
    for (const [payer, payee] of [["EQUITY", "CONCAR_SPV_1"] as const, ["CONCAR_SPV_1", "EQUITY"] as const]) {
      const owed = -this.balance(account.otherBooks, "", payer);
      if (!lived || owed <= 0n) continue;
      const paid = paidToBook(payer, payee, cents(Number(owed)));
      const received = receivedFromBook(payer, payee, cents(Number(owed)));
      await this.payOther(lived, owed, paid, from, payer);
      await this.collectOther(lived, owed, received, from, payee);
      this.count("payoffs settled between books");
    }
  }

  protected async collectOther(lived: Lived, amount: bigint, entry: Entry, from: Omit<Line, "amount">, book: BookName) {
    const lines = [
      { account: account.clearingIn, subject: "order", amount },
      { ...from, amount: -amount },
    ];
    const id = await this.make(lived, "OTHER", amount, lived.server.productId, { entries: [entry], lines, book });
    await this.submit(id, this.today);
    await this.line(id, "SENT");
    await this.settle(id);
  }

  /** Nothing is owed on either side, clearing is empty, cash is what the bank has, and the states say so. */
  protected async checkEnd(): Promise<void> {
    for (const { server, model } of this.open()) {
      const found = await server.snapshot();
      const named = (key: string) => this.named(key);
      const [fault] = [...endFaults(found, this.ledger, named), ...endStates(found, model, named)];
      if (fault) throw new LifeDiffers(`at the end ${fault}`);
    }
  }
}

import { account, type BookName, type Line, type ModelOrder, type NewModelOrder } from "./product-lives-books.ts";
import { sum } from "./product-lives-terms.ts";

/** The name of a balance. The book is a part of it where it is not the usual one. */
export const balanceKey = (number: number, subject: string, book: BookName): string =>
  `${number}/${subject}${book === "EQUITY" ? "" : `@${book}`}`;

/** The orders and balances of a business, by the second implementation. Its products share them. */
export class ModelLedger {
  readonly balances = new Map<string, bigint>();
  readonly orders = new Map<string, ModelOrder>();
  /** What the bank has, by book. */
  readonly bank = new Map<BookName, bigint>();

  create(order: NewModelOrder): void {
    const from = { account: account.clearingIn, subject: order.id };
    this.orders.set(order.id, { ...order, status: "SCHEDULED", from, collected: 0n, posted: [], undo: [] });
  }

  order(id: string): ModelOrder {
    const found = this.orders.get(id);
    if (!found) throw new Error(`the model has no order ${id}`);
    return found;
  }

  refundsOf(id: string): ModelOrder[] {
    return [...this.orders.values()].filter(({ refundOf }) => refundOf === id);
  }

  bankLine(id: string, meaning: "SENT" | "RETURNED"): void {
    const { amount, direction, book } = this.order(id);
    const isIn = (direction === "INCOMING") === (meaning === "SENT");
    const signed = isIn ? amount : -amount;
    this.bank.set(book, (this.bank.get(book) ?? 0n) + signed);
    const clearing = direction === "INCOMING" ? account.clearingIn : account.clearingOut;
    this.post(null, book, [
      { account: account.cash, subject: "", amount: signed },
      { account: clearing, subject: id, amount: -signed },
    ]);
  }

  post(order: ModelOrder | null, book: BookName, lines: readonly Line[]): void {
    const all = sum(lines.map(({ amount }) => amount));
    if (all !== 0n) throw new Error(`the model posts lines that differ by ${all}`);
    for (const line of lines) this.#move(book, line);
    order?.posted.push(...lines.map((line) => ({ ...line, book })));
  }

  /** Takes back everything that an order posted and changed. Returns whether it had posted anything. */
  takeBack(order: ModelOrder): boolean {
    const hadPosted = order.posted.length > 0;
    for (const line of order.posted) this.#move(line.book, { ...line, amount: -line.amount });
    for (const undo of order.undo.toReversed()) undo();
    order.posted.length = 0;
    order.undo.length = 0;
    return hadPosted;
  }

  #move(book: BookName, { account: number, subject, amount }: Line): void {
    const key = balanceKey(number, subject, book);
    const balance = (this.balances.get(key) ?? 0n) + amount;
    if (balance === 0n) this.balances.delete(key);
    else this.balances.set(key, balance);
  }
}

import { expect } from "vitest";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import type { Book } from "../ledger/accounts.ts";
import { type AssessedFee, feeAssessed } from "../ledger/entries.ts";
import { type Entry, reversed } from "../ledger/entry.ts";
import { rebateClawedBack, rebateSent } from "../mechanics/invoices/entries.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import {
  billedUnpaid,
  type Change,
  changed,
  type Issued,
  type Item,
  noAmounts,
  type Obligation,
  type Payment,
  type ProductEntry,
  takeBack,
  totalOf,
  unpaid,
} from "../mechanics/obligation.ts";
import { type Cents, cents, noCents, sum } from "../money/cents.ts";
import type { Product } from "./product.ts";
import type { ProductType } from "./product-type.ts";

export const book: Book = "CONCAR_SPV_1";

type Posted = { entry: Entry } & Item;

/** A payment in force, as the server keeps it for a return: the journals to reverse, the differences to subtract, and its rebates. */
type Settled = {
  payment: Payment;
  change: Change;
  rebates: { invoiceId: string; rebateCents: Cents; isSent: boolean }[];
};

/**
 * An issued product that is serviced as the server does it: entries are posted, differences are applied, and the return of a payment
 * reverses its journals and subtracts its differences.
 */
export class Life<Terms, Request> {
  obligations: Obligation[] = [];
  status: LoanStatus = "CURRENT";
  isWrittenOff = false;
  settled: Settled[] = [];
  readonly posted: Posted[] = [];
  readonly product: Omit<Product<ProductType, Terms, Request>, "terms">;
  readonly terms: Terms;
  readonly fundedOn: BusinessDate;
  today: BusinessDate;

  constructor(product: Omit<Product<ProductType, Terms, Request>, "terms">, terms: Terms, fundedOn: BusinessDate) {
    this.product = product;
    this.terms = terms;
    this.fundedOn = fundedOn;
    this.today = fundedOn;
  }

  get issued(): Issued<Terms> {
    return {
      terms: this.terms,
      book,
      fundedOn: this.fundedOn,
      status: this.status,
      isWrittenOff: this.isWrittenOff,
      obligations: this.obligations,
      principalPaid: this.settled.map(({ payment, change }) => ({
        on: payment.effectiveOn,
        principalCents: sum(change.obligations.map((one) => one.paid.principalCents)),
      })),
    };
  }

  fund(request: Request, item: Item): void {
    const { entries, obligations } = this.product.fund(this.terms, request, book);
    this.post(entries.map((entry) => ({ entry, drawId: item.drawId, invoiceId: item.invoiceId })));
    for (const one of obligations) {
      const id = `${this.obligations.length + 1}`;
      const owing = { ...one, id, drawId: item.drawId, invoiceId: item.invoiceId, billedInterestCents: noCents };
      this.obligations.push({ ...owing, paid: noAmounts, waived: noAmounts, isOwedBack: false });
    }
  }

  assess(feeType: AssessedFee, amountCents: Cents, { drawId, invoiceId }: Item): void {
    this.post([{ entry: feeAssessed(book, feeType, amountCents), drawId, invoiceId }]);
    this.obligations.push({
      id: `${this.obligations.length + 1}`,
      drawId,
      invoiceId,
      number: 1,
      dueOn: this.today,
      feeType,
      owed: { principalCents: noCents, interestCents: noCents, feeCents: amountCents },
      paid: noAmounts,
      waived: noAmounts,
      billedInterestCents: noCents,
      unearnedFeeCents: noCents,
      rebateTerms: null,
      isOwedBack: false,
    });
  }

  /** A rebate that was sent is owed back, because its repayment was returned. */
  oweRebateBack(invoiceId: string, rebateCents: Cents): void {
    this.post([{ entry: rebateClawedBack(rebateCents, book), drawId: null, invoiceId }]);
    this.obligations.push({
      id: `${this.obligations.length + 1}`,
      drawId: null,
      invoiceId,
      number: this.obligations.length + 1,
      dueOn: this.today,
      feeType: "TRANSACTION_FEE",
      owed: { principalCents: noCents, interestCents: noCents, feeCents: rebateCents },
      paid: noAmounts,
      waived: noAmounts,
      billedInterestCents: noCents,
      unearnedFeeCents: noCents,
      rebateTerms: null,
      isOwedBack: true,
    });
  }

  /** Days pass, and each of them is billed. */
  pass(days: number): void {
    this.today = addDays(this.today, days);
    this.save(this.product.bill(this.issued, this.today));
  }

  pay(amountCents: Cents, changes: Partial<Payment> = {}): Change {
    const payment: Payment = {
      kind: "REPAYMENT",
      amountCents,
      creditCents: noCents,
      effectiveOn: this.today,
      drawId: null,
      invoiceId: null,
      ...changes,
    };
    return this.settle(payment, this.product.apply(this.issued, payment));
  }

  /** A change that can be taken back like a payment. */
  settle(payment: Payment, change: Change): Change {
    const before = this.obligations;
    this.save(change);
    expect(changed(this.obligations, takeBack(change))).toEqual(before);
    const rebates = change.entries
      .filter((one) => one.rebateCents > 0)
      .map(({ invoiceId, rebateCents }) => ({ invoiceId: invoiceId ?? "", rebateCents, isSent: false }));
    this.settled.push({ payment, change, rebates });
    return change;
  }

  takeBack(index: number): void {
    const [returned] = this.settled.splice(index % Math.max(1, this.settled.length), 1);
    if (!returned) return;
    this.post(returned.change.entries.map((one) => ({ ...one, entry: reversed(one.entry) })));
    this.obligations = changed(this.obligations, takeBack(returned.change));
    for (const { invoiceId, rebateCents, isSent } of returned.rebates)
      if (isSent) this.oweRebateBack(invoiceId, rebateCents);
    this.save(this.product.bill(this.issued, this.today));
  }

  sendRebates(): void {
    for (const rebate of this.settled.flatMap(({ rebates }) => rebates).filter(({ isSent }) => !isSent)) {
      rebate.isSent = true;
      const { invoiceId, rebateCents } = rebate;
      this.post([{ entry: rebateSent(rebateCents, book), drawId: null, invoiceId }]);
    }
  }

  default(): void {
    if (this.status === "DEFAULTED") return;
    this.save(this.product.default(this.issued, this.today));
    this.status = "DEFAULTED";
  }

  writeOff(): void {
    this.default();
    this.save(this.product.writeOff(this.issued));
    this.isWrittenOff = true;
  }

  payoffOf(item: Item, creditCents = noCents) {
    const { drawId, invoiceId } = item;
    const request = { drawId, invoiceId, creditCents, effectiveOn: this.today };
    return this.product.payoff(this.issued, request, plainWorksheet);
  }

  /** The balance of a receivable, by draw or invoice and fee type, or of UNEARNED_FEES. */
  get balances(): Record<string, number> {
    const sums = new Map<string, number>();
    for (const { entry, ...item } of this.posted)
      for (const { account, side, amountCents, feeType, subjects } of entry.lines) {
        const key = keyOf(account, item, feeType ?? null);
        if (key === null || subjects) continue;
        sums.set(key, (sums.get(key) ?? 0) + (side === "debit" ? amountCents : -amountCents));
      }
    return nonZero(sums);
  }

  /** Debits less credits of one account. */
  balanceOf(account: string): number {
    const lines = this.posted.flatMap(({ entry }) => entry.lines).filter((line) => line.account === account);
    return lines.reduce((total, { side, amountCents }) => total + (side === "debit" ? amountCents : -amountCents), 0);
  }

  /** The ledger holds exactly what the obligations say, and no amount is negative. */
  check(): void {
    const expected = new Map<string, number>();
    const raise = (key: string | null, amountCents: number) =>
      key !== null && expected.set(key, (expected.get(key) ?? 0) + amountCents);
    for (const one of this.obligations) {
      const { principalCents, interestCents, feeCents } = unpaid(one);
      const isNegative = [principalCents, interestCents, feeCents, one.unearnedFeeCents].some((amount) => amount < 0);
      if (isNegative || one.billedInterestCents < one.paid.interestCents)
        expect(one).toBe("an obligation without debt");
      raise(keyOf("PRINCIPAL_RECEIVABLE", one, null), principalCents);
      raise(keyOf("INTEREST_RECEIVABLE", one, null), billedUnpaid(one));
      raise(keyOf("FEE_RECEIVABLE", one, one.feeType), feeCents);
      raise(keyOf("UNEARNED_FEES", one, null), -one.unearnedFeeCents);
    }
    const open = this.settled.flatMap(({ rebates }) => rebates).filter(({ isSent }) => !isSent);
    raise("UNEARNED_FEES", -sum(open.map(({ rebateCents }) => rebateCents)));
    expect(this.balances).toEqual(nonZero(expected));
  }

  /** Ends the life: each item is paid off by its quote, fees are paid, rebates are sent; or everything is written off. Nothing is left. */
  end(items: readonly Item[]): void {
    if (this.isWrittenOff) this.save(this.product.writeOff(this.issued));
    for (const item of this.isWrittenOff ? [] : items) {
      const { drawId, invoiceId } = item;
      const { amountCents } = this.payoffOf(item);
      const payment = { kind: "PAYOFF", drawId, invoiceId } as const;
      if (amountCents > 0) {
        const less = { ...payment, creditCents: noCents, effectiveOn: this.today, amountCents: cents(amountCents - 1) };
        const after = changed(this.obligations, this.product.apply(this.issued, less));
        expect(owedOn(after, item)).toBeGreaterThan(0);
      }
      expect(this.pay(amountCents, payment).overpaidCents).toBe(0);
      expect(owedOn(this.obligations, item)).toBe(0);
      this.check();
    }
    const fees = sum(this.obligations.map((one) => unpaid(one).feeCents));
    if (fees > 0) this.pay(fees, { kind: "FEE" });
    this.sendRebates();
    this.check();
    expect(this.balances).toEqual({});
    expect(sum(this.obligations.map((one) => unpaid(one).interestCents))).toBe(0);
  }

  save(change: Change): void {
    this.post(change.entries);
    this.obligations = changed(this.obligations, change);
  }

  private post(entries: readonly (Posted | ProductEntry)[]): void {
    this.posted.push(...entries.map(({ entry, drawId, invoiceId }) => ({ entry, drawId, invoiceId })));
  }
}

const owedOn = (obligations: readonly Obligation[], { drawId, invoiceId }: Item): number =>
  obligations
    .filter((one) => one.drawId === drawId && one.invoiceId === invoiceId)
    .reduce((total, one) => total + totalOf(unpaid(one)), 0);

function keyOf(account: string, { drawId, invoiceId }: Item, feeType: string | null): string | null {
  if (account === "UNEARNED_FEES") return account;
  if (!["PRINCIPAL_RECEIVABLE", "INTEREST_RECEIVABLE", "FEE_RECEIVABLE"].includes(account)) return null;
  return [account, feeType, drawId, invoiceId].filter((part) => part !== null).join(" ");
}

const nonZero = (sums: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...sums].filter(([, sum]) => sum !== 0));

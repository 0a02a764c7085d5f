import {
  account,
  type FeeName,
  type FundedRow,
  feeIncomes,
  isUnpaid,
  type Line,
  type ModelOrder,
  newRow,
  none,
  type Purpose,
  type Refunds,
  type Row,
  type Settings,
  unpaid,
} from "./product-lives-books.ts";
import { balanceKey, type ModelLedger } from "./product-lives-ledger.ts";
import { LosingModel } from "./product-lives-losses.ts";
import { feeGivenBack, most, sum } from "./product-lives-terms.ts";

/** What a payout creates: rows, and the lines beside the payout itself. */
type Funded = { rows: FundedRow[]; lines: Line[] };

/** A product that a new one pays off, with the amount that was signed for a day. */
export type Refinancing = { old: ProductModel; amount: bigint; on: string };

/** One issued product with its states, by the rules of the domain. */
export class ProductModel extends LosingModel {
  readonly itemStates = new Map<string, string>();
  productState: "PENDING" | "ACTIVE" = "PENDING";
  /** The products that the last payout has paid off. */
  #refinanced: ProductModel[] = [];
  /** The status before the last payoff by another product. */
  #statusBefore = "CURRENT";

  constructor(settings: Settings, ledger: ModelLedger) {
    super(settings, ledger);
    if (settings.isLine) this.productState = "ACTIVE";
  }

  // The life of an order.

  /** An order is handed to the processor. A payout is posted at once. */
  submit(id: string, effectiveOn: string, fund?: () => Funded, refinancing: readonly Refinancing[] = []): void {
    const order = this.ledger.order(id);
    order.status = "SUBMITTED";
    order.effectiveOn = effectiveOn;
    if (order.direction === "INCOMING") return;
    const out: Line = { account: account.clearingOut, subject: id, amount: -order.amount };
    const against = (number: number, subject: string): Line => ({ account: number, subject, amount: order.amount });
    const { productId, businessId } = this.settings;
    if (order.purpose === "REBATE") this.post(order, [against(account.unearned, productId), out]);
    if (order.purpose === "CREDIT_REFUND") this.post(order, [against(account.credit, businessId), out]);
    if (order.purpose === "OTHER") this.ledger.post(order, order.book, order.lines);
    if (order.purpose === "FUNDING") this.#fund(order, fund?.() ?? { rows: [], lines: [] }, refinancing);
  }

  #fund(order: ModelOrder, { rows, lines }: Funded, refinancing: readonly Refinancing[]): void {
    const out = { account: account.clearingOut, subject: order.id, amount: -order.amount };
    const paidOff = refinancing.map(({ old, amount }) => ({ ...old.#payoffFrom(order, this), amount: -amount }));
    this.post(order, [...lines, ...paidOff, out]);
    const isSimple = this.settings.mechanics === "SIMPLE_INTEREST";
    const made = rows.map((row, n) =>
      newRow({
        item: order.item,
        number: n + 1,
        dueOn: row.dueOn,
        kind: "PLANNED",
        // Simple interest is not owed by rows: a payment pays what has accrued, and the rest is principal.
        owed: isSimple ? none() : { principal: row.principal, interest: row.interest, fee: row.fee },
        unearned: row.unearned,
        rebate: row.rebate ?? null,
      }),
    );
    this.rows.push(...made);
    this.loan.amount = sum(rows.map((row) => row.principal));
    this.loan.fundedOn = order.effectiveOn;
    order.undo.push(() => this.#unfund(made, rows));
    if (this.settings.isLine) this.itemStates.set(order.item, this.settings.states.open);
    this.#refinanced = refinancing.map((one) => this.#refinance(order, one));
  }

  /** The rows of a payout that came back are gone, with what was billed and earned of them since. */
  #unfund(made: readonly Row[], planned: readonly FundedRow[]): void {
    this.rows = this.rows.filter((row) => !made.includes(row));
    const { mechanics, productId } = this.settings;
    if (mechanics !== "INSTALLMENTS" && mechanics !== "SIMPLE_INTEREST") return;
    const billed = sum(made.map((row) => row.billed)) + (mechanics === "SIMPLE_INTEREST" ? this.loan.billed : 0n);
    const earned = sum(planned.map((row) => row.unearned)) - sum(made.map((row) => row.unearned));
    this.post(null, [
      { account: account.interestIncome, subject: "", amount: billed },
      { account: account.interest, subject: made[0]?.item ?? productId, amount: -billed },
      { account: account.originationIncome, subject: "", amount: earned },
      { account: account.unearned, subject: productId, amount: -earned },
    ]);
    this.loan.billed = 0n;
  }

  // Refinancing.

  /** Between two books the payoff is due from one to the other. In one book it goes from the new product to the old one directly. */
  #payoffFrom(order: ModelOrder, by: ProductModel): Omit<Line, "amount"> {
    const isSameBook = by.settings.book === this.settings.book;
    return isSameBook ? { account: 0, subject: order.id } : { account: account.otherBooks, subject: "" };
  }

  #refinance(order: ModelOrder, { old, amount, on }: Refinancing): ProductModel {
    old.#statusBefore = old.status;
    const from = old.#payoffFrom(order, this);
    const { productId } = this.settings;
    for (const fee of old.rows.filter((row) => row.kind === "FEE" && isUnpaid(row))) {
      const left = unpaid(fee).fee;
      fee.waived.fee += left;
      old.post(order, [
        { ...from, amount: left },
        { account: account.fee, subject: fee.item, amount: -left },
      ]);
      this.post(order, [
        { account: account.fee, subject: productId, amount: left },
        { ...from, amount: -left },
      ]);
      const carried = newRow({
        item: productId,
        number: this.#nextNumber(),
        dueOn: order.effectiveOn,
        kind: "FEE",
        owed: { ...none(), fee: left },
        fee: fee.fee && { ...fee.fee, id: null },
      });
      this.rows.push(carried);
      order.undo.push(() => {
        fee.waived.fee -= left;
        this.rows = this.rows.filter((row) => row !== carried);
      });
    }
    // The signed payoff pays the old product like a payment. Its lines and its undoing belong to the payout.
    old.apply({ ...order, purpose: "PAYOFF", item: old.settings.productId, amount, effectiveOn: on, from });
    for (const debit of this.ledger.orders.values())
      if (debit.product === old.settings.productId && debit.direction === "INCOMING" && debit.status === "SCHEDULED")
        debit.status = "CANCELLED";
    if (old.owing().length === 0) old.status = "REFINANCED";
    return old;
  }

  /** The payout came back: the old product is owed again, with the status that it had. */
  #takeBackRefinance(today: string): void {
    for (const old of this.#refinanced) {
      old.bill(today);
      if (old.status === "REFINANCED") old.status = old.#statusBefore;
      else old.#updateStates(null, today, true);
    }
    this.#refinanced = [];
  }

  settle(id: string, today: string): Refunds {
    const order = this.ledger.order(id);
    order.status = "SUCCESSFUL_PAYMENT";
    const refunds = { rebate: 0n, overpaid: 0n };
    if (order.direction === "OUTGOING") {
      if (order.purpose === "FUNDING") this.productState = "ACTIVE";
    } else if (order.purpose === "OTHER") this.ledger.post(order, order.book, order.lines);
    else {
      Object.assign(refunds, this.apply(order));
      this.bill(today);
    }
    this.#updateStates(order, today);
    return refunds;
  }

  /** An order fails or is returned: everything that it did is undone, and what came after it is owed back. */
  fail(id: string, today: string): void {
    const order = this.ledger.order(id);
    const hadPosted = this.ledger.takeBack(order);
    order.status = "FAILED_PAYMENT";
    if (order.purpose === "FUNDING") this.#takeBackRefinance(today);
    if (order.purpose === "FUNDING" && this.settings.isLine)
      this.itemStates.set(order.item, this.settings.states.pending);
    if (hadPosted && (order.purpose === "REBATE" || order.purpose === "CREDIT_REFUND")) this.#settleOwedBack(order);
    if (hadPosted && order.direction === "INCOMING" && order.purpose !== "OTHER") {
      for (const refund of this.ledger.refundsOf(id)) {
        if (refund.status === "SCHEDULED") refund.status = "CANCELLED";
        else if (refund.status === "SUBMITTED" || refund.status === "SUCCESSFUL_PAYMENT") this.#oweBack(refund, today);
      }
      this.bill(today);
    }
    this.#updateStates(order, today);
  }

  #nextNumber = (): number => 1 + Math.max(0, ...this.rows.map((row) => row.number));

  /** A refund was sent, and its debit came back: the borrower owes the refund, from today. */
  #oweBack(refund: ModelOrder, today: string): void {
    const { businessId, productId } = this.settings;
    const isRebate = refund.purpose === "REBATE";
    const [receivable, from] = isRebate
      ? [account.fee, { account: account.unearned, subject: productId }]
      : [account.principal, { account: account.credit, subject: businessId }];
    // A line owes it on the invoice; a draw's refund is owed by the line itself.
    const item = this.settings.mechanics === "INVOICES" ? refund.item : productId;
    this.post(null, [
      { account: receivable, subject: item, amount: refund.amount },
      { ...from, amount: -refund.amount },
    ]);
    const owed = { ...none(), [isRebate ? "fee" : "principal"]: refund.amount };
    const number = this.#nextNumber();
    this.rows.push(newRow({ item, number, dueOn: today, kind: "OWED_BACK", owed, refundId: refund.id }));
  }

  /** A refund that was owed back came back itself: what is unpaid of it is settled. */
  #settleOwedBack(refund: ModelOrder): void {
    const row = this.rows.find(({ refundId }) => refundId === refund.id);
    if (!row) return;
    const { businessId, productId } = this.settings;
    const { principal, fee } = unpaid(row);
    row.paid.principal += principal;
    row.paid.fee += fee;
    this.post(null, [
      { account: account.credit, subject: businessId, amount: principal },
      { account: account.principal, subject: row.item, amount: -principal },
      { account: account.unearned, subject: productId, amount: fee },
      { account: account.fee, subject: row.item, amount: -fee },
    ]);
  }

  // Fees, receivables and true-ups.

  assessFee(item: string, type: FeeName, amount: bigint, today: string, id: string): void {
    this.post(null, [
      { account: account.fee, subject: item, amount },
      { account: feeIncomes[type], subject: "", amount: -amount },
    ]);
    const owed = { ...none(), fee: amount };
    const number = this.#nextNumber();
    this.rows.push(newRow({ item, number, dueOn: today, kind: "FEE", owed, fee: { type, id } }));
  }

  /** What is unpaid of a fee is waived, so it was no income. */
  waiveFee(row: Row, today: string): void {
    if (!row.fee) throw new Error("only a fee is waived");
    const amount = unpaid(row).fee;
    row.waived.fee += amount;
    this.post(null, [
      { account: feeIncomes[row.fee.type], subject: "", amount },
      { account: account.fee, subject: row.item, amount: -amount },
    ]);
    this.#updateStates(null, today);
  }

  /** The platform has withheld a share of a sale, or gives it back. */
  receive(amount: bigint, today: string): void {
    const { platformId } = this.settings;
    const from = { account: account.platformReceivable, subject: platformId };
    if (this.isWrittenOff)
      this.post(null, [
        { ...from, amount },
        { account: account.recoveries, subject: "", amount: -amount },
      ]);
    else this.collect(null, amount, from);
    this.#updateStates(null, today);
  }

  /** A debit by estimate was too high: the excess is owed again and is the business's credit. */
  trueUp(id: string, excess: bigint, today: string): void {
    const order = this.ledger.order(id);
    const [row] = this.planned();
    if (!row) return;
    const collected = { total: row.paid.principal + row.paid.fee, fee: row.paid.fee };
    const fee = feeGivenBack(excess, collected, { total: row.owed.principal + row.owed.fee, fee: row.owed.fee });
    const principal = excess - fee;
    row.paid.principal -= principal;
    row.paid.fee -= fee;
    order.collected -= excess;
    order.undo.push(() => {
      row.paid.principal += principal;
      row.paid.fee += fee;
    });
    this.post(order, [
      { account: account.principal, subject: row.item, amount: principal },
      { account: account.fee, subject: row.item, amount: fee },
      { account: account.credit, subject: this.settings.businessId, amount: -excess },
    ]);
    this.earn(order, row, -fee, account.advanceFeeIncome);
    this.#updateStates(order, today);
  }

  // Default and loss.

  /** What accrued until the day is billed, and nothing afterwards. Open draws and late invoices default, too. */
  default(today: string): void {
    this.bill(today);
    if (this.settings.mechanics === "SIMPLE_INTEREST") {
      const amount = most(this.accrued(today), this.loan.billed) - this.loan.billed;
      this.loan.billed += amount;
      this.post(null, [
        { account: account.interest, subject: this.settings.productId, amount },
        { account: account.interestIncome, subject: "", amount: -amount },
      ]);
    }
    this.status = "DEFAULTED";
    const { states, mechanics } = this.settings;
    const defaulting = mechanics === "INVOICES" ? states.late : states.open;
    for (const [item, state] of this.itemStates) if (state === defaulting) this.itemStates.set(item, states.defaulted);
  }

  writeOff(): void {
    this.loseOwed();
    this.isWrittenOff = true;
  }

  // States.

  /** What we owe the borrower and no order is going to send: rebates that came back, and credit. */
  unsent(): { rebates: bigint; credit: bigint } {
    const { productId, businessId, book } = this.settings;
    const owedOn = (number: number, subject: string) =>
      -(this.ledger.balances.get(balanceKey(number, subject, book)) ?? 0n);
    const orders = [...this.ledger.orders.values()].filter((one) => one.book === book && one.status === "SCHEDULED");
    const waiting = (purpose: Purpose) => sum(orders.filter((one) => one.purpose === purpose).map((one) => one.amount));
    const unearned = sum(this.rows.map((row) => row.unearned));
    return {
      rebates: owedOn(account.unearned, productId) - unearned - waiting("REBATE"),
      credit: owedOn(account.credit, businessId) - waiting("CREDIT_REFUND"),
    };
  }

  /** Everything that the borrower owes on the product, fees included. */
  owing(): { item: string; amount: bigint }[] {
    const items = new Map<string, bigint>();
    for (const row of this.rows) {
      const { principal, interest, fee } = unpaid(row);
      items.set(row.item, (items.get(row.item) ?? 0n) + principal + interest + fee);
    }
    if (this.settings.mechanics === "SIMPLE_INTEREST" && this.rows.length > 0) {
      const { productId } = this.settings;
      items.set(productId, (items.get(productId) ?? 0n) + this.owedOnLoan());
    }
    return [...items].map(([item, amount]) => ({ item, amount })).filter(({ amount }) => amount > 0n);
  }

  #updateStates(order: ModelOrder | null, today: string, isPending = this.#hasPending(order)): void {
    if (order?.purpose === "OTHER") return;
    // What a returned payment had paid before the write-off is lost as well.
    if (this.isWrittenOff) {
      this.loseOwed();
      return;
    }
    const isLate = (row: Row) => row.kind !== "FEE" && row.dueOn !== null && row.dueOn < today && isUnpaid(row);
    for (const [item, state] of this.itemStates) {
      const own = this.rows.filter((row) => row.item === item);
      if (own.length > 0) this.itemStates.set(item, this.#itemState(state, own.some(isUnpaid), own.some(isLate)));
    }
    const isOwing = this.owing().length > 0;
    if (["FULLY_PAID", "REFINANCED", "CLOSED"].includes(this.status)) {
      if (isOwing) this.status = "LATE";
      return;
    }
    const isRepaid = !isOwing && !isPending && this.rows.length > 0;
    // A product whose payout came back owes nothing and is not paid either.
    if (isRepaid && !this.settings.isLine) this.status = "FULLY_PAID";
    else if (isRepaid && this.status === "DEFAULTED") this.status = "CLOSED";
    else if (this.status === "LATE" && !this.rows.some(isLate)) this.status = "CURRENT";
  }

  #hasPending = (order: ModelOrder | null): boolean =>
    [...this.ledger.orders.values()].some(
      ({ id, direction, status, product }) =>
        id !== order?.id && direction === "INCOMING" && status === "SUBMITTED" && product === this.settings.productId,
    );

  #itemState(state: string, isOwing: boolean, isLate: boolean): string {
    const { states, mechanics } = this.settings;
    if (!isOwing) return states.closed;
    if (state === states.defaulted) return state;
    if (state === states.closed && this.status === "DEFAULTED" && (isLate || mechanics !== "INVOICES"))
      return states.defaulted;
    return isLate && (state === states.closed || state === states.late) ? states.late : states.open;
  }
}

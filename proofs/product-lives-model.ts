import {
  account,
  billedUnpaid,
  type FundedRow,
  isUnpaid,
  type Line,
  type ModelOrder,
  none,
  type Part,
  type Purpose,
  type Refunds,
  type Row,
  type Settings,
  unbilled,
  unpaid,
} from "./product-lives-books.ts";
import {
  accruedInterest,
  dailyInterest,
  daysBetween,
  feeGivenBack,
  feeOfCollection,
  least,
  most,
  percentOf,
  rebateFor,
  rounded,
  sum,
} from "./product-lives-terms.ts";

/** One issued product with its orders and books, by the rules of the domain. */
export class ProductModel {
  readonly balances = new Map<string, bigint>();
  readonly orders = new Map<string, ModelOrder>();
  readonly itemStates = new Map<string, string>();
  rows: Row[] = [];
  status = "CURRENT";
  productState: "PENDING" | "ACTIVE" = "PENDING";
  bank = 0n;
  readonly settings: Settings;
  /** Of simple interest: what was funded, what payments have paid, and what is billed. */
  #loan = { amount: 0n, fundedOn: "", billed: 0n };
  #payments: { on: string; principal: bigint; interest: bigint; order: string }[] = [];

  constructor(settings: Settings) {
    this.settings = settings;
    if (settings.isLine) this.productState = "ACTIVE";
  }

  // Money at the bank.

  bankLine(id: string, meaning: "SENT" | "RETURNED"): void {
    const { amount, direction } = this.order(id);
    const isIn = (direction === "INCOMING") === (meaning === "SENT");
    const signed = isIn ? amount : -amount;
    this.bank += signed;
    const clearing = direction === "INCOMING" ? account.clearingIn : account.clearingOut;
    this.#post(null, [
      { account: account.cash, subject: "", amount: signed },
      { account: clearing, subject: id, amount: -signed },
    ]);
  }

  // The life of an order.

  create(order: Omit<ModelOrder, "status" | "posted" | "undo">): void {
    this.orders.set(order.id, { ...order, status: "SCHEDULED", posted: [], undo: [] });
  }

  order(id: string): ModelOrder {
    const found = this.orders.get(id);
    if (!found) throw new Error(`the model has no order ${id}`);
    return found;
  }

  /** An order is handed to the processor. A payout is posted at once. */
  submit(id: string, effectiveOn: string, fund?: () => { rows: FundedRow[]; lines: Line[] }): void {
    const order = this.order(id);
    order.status = "SUBMITTED";
    order.effectiveOn = effectiveOn;
    if (order.direction === "INCOMING") return;
    const out: Line = { account: account.clearingOut, subject: id, amount: -order.amount };
    const against = (number: number, subject: string): Line => ({ account: number, subject, amount: order.amount });
    const { productId, businessId } = this.settings;
    if (order.purpose === "REBATE") this.#post(order, [against(account.unearned, productId), out]);
    if (order.purpose === "CREDIT_REFUND") this.#post(order, [against(account.credit, businessId), out]);
    if (order.purpose === "OTHER") this.#post(order, [...order.lines]);
    if (order.purpose === "FUNDING") this.#fund(order, fund?.() ?? { rows: [], lines: [] });
  }

  #fund(order: ModelOrder, { rows, lines }: { rows: FundedRow[]; lines: Line[] }): void {
    this.#post(order, [...lines, { account: account.clearingOut, subject: order.id, amount: -order.amount }]);
    const isSimple = this.settings.mechanics === "SIMPLE_INTEREST";
    const made = rows.map(
      (row, n): Row => ({
        item: order.item,
        number: n + 1,
        dueOn: row.dueOn,
        kind: "PLANNED",
        // Simple interest is not owed by rows: a payment pays what has accrued, and the rest is principal.
        owed: isSimple ? none() : { principal: row.principal, interest: row.interest, fee: row.fee },
        paid: none(),
        waived: none(),
        billed: 0n,
        unearned: row.unearned,
        rebate: row.rebate ?? null,
        refundId: null,
      }),
    );
    this.rows.push(...made);
    this.#loan = { amount: sum(rows.map((row) => row.principal)), fundedOn: order.effectiveOn, billed: 0n };
    order.undo.push(() => {
      this.rows = this.rows.filter((row) => !made.includes(row));
    });
    if (this.settings.isLine) this.itemStates.set(order.item, this.settings.states.open);
  }

  settle(id: string, today: string): Refunds {
    const order = this.order(id);
    order.status = "SUCCESSFUL_PAYMENT";
    const refunds = { rebate: 0n, overpaid: 0n };
    if (order.direction === "OUTGOING") {
      if (order.purpose === "FUNDING") this.productState = "ACTIVE";
    } else if (order.purpose === "OTHER") this.#post(order, [...order.lines]);
    else {
      Object.assign(refunds, this.#apply(order));
      this.bill(today);
    }
    this.#updateStates(order, today);
    return refunds;
  }

  /** An order fails or is returned: everything that it did is undone, and what came after it is owed back. */
  fail(id: string, today: string): void {
    const order = this.order(id);
    const hadPosted = order.posted.length > 0;
    for (const line of order.posted) this.#move({ ...line, amount: -line.amount });
    for (const undo of order.undo.toReversed()) undo();
    order.posted = [];
    order.undo = [];
    order.status = "FAILED_PAYMENT";
    if (order.purpose === "FUNDING" && this.settings.isLine)
      this.itemStates.set(order.item, this.settings.states.pending);
    if (hadPosted && (order.purpose === "REBATE" || order.purpose === "CREDIT_REFUND")) this.#settleOwedBack(order);
    if (hadPosted && order.direction === "INCOMING" && order.purpose !== "OTHER") {
      for (const refund of this.refundsOf(id)) {
        if (refund.status === "SCHEDULED") refund.status = "CANCELLED";
        else if (refund.status === "SUBMITTED" || refund.status === "SUCCESSFUL_PAYMENT") this.#oweBack(refund, today);
      }
      this.bill(today);
    }
    this.#updateStates(order, today);
  }

  refundsOf(id: string): ModelOrder[] {
    return [...this.orders.values()].filter(({ refundOf }) => refundOf === id);
  }

  /** A refund was sent, and its debit came back: the borrower owes the refund, from today. */
  #oweBack(refund: ModelOrder, today: string): void {
    const { businessId, productId } = this.settings;
    const isRebate = refund.purpose === "REBATE";
    const [receivable, from] = isRebate
      ? [account.fee, { account: account.unearned, subject: productId }]
      : [account.principal, { account: account.credit, subject: businessId }];
    // A line owes it on the invoice; a draw's refund is owed by the line itself.
    const item = this.settings.mechanics === "INVOICES" ? refund.item : productId;
    this.#post(null, [
      { account: receivable, subject: item, amount: refund.amount },
      { ...from, amount: -refund.amount },
    ]);
    this.rows.push({
      item,
      number: 1 + Math.max(0, ...this.rows.map((row) => row.number)),
      dueOn: today,
      kind: "OWED_BACK",
      owed: { ...none(), [isRebate ? "fee" : "principal"]: refund.amount },
      paid: none(),
      waived: none(),
      billed: 0n,
      unearned: 0n,
      rebate: null,
      refundId: refund.id,
    });
  }

  /** A refund that was owed back came back itself: what is unpaid of it is settled. */
  #settleOwedBack(refund: ModelOrder): void {
    const row = this.rows.find(({ refundId }) => refundId === refund.id);
    if (!row) return;
    const { businessId, productId } = this.settings;
    const { principal, fee } = unpaid(row);
    row.paid.principal += principal;
    row.paid.fee += fee;
    this.#post(null, [
      { account: account.credit, subject: businessId, amount: principal },
      { account: account.principal, subject: row.item, amount: -principal },
      { account: account.unearned, subject: productId, amount: fee },
      { account: account.fee, subject: row.item, amount: -fee },
    ]);
  }

  assessFee(item: string, kind: "LATE" | "NSF", amount: bigint, today: string): void {
    const income = kind === "LATE" ? account.lateIncome : account.nsfIncome;
    this.#post(null, [
      { account: account.fee, subject: item, amount },
      { account: income, subject: "", amount: -amount },
    ]);
    const number = 1 + Math.max(0, ...this.rows.map((row) => row.number));
    const owed = { ...none(), fee: amount };
    this.rows.push({
      item,
      number,
      dueOn: today,
      kind: "FEE",
      owed,
      paid: none(),
      waived: none(),
      billed: 0n,
      unearned: 0n,
      rebate: null,
      refundId: null,
    });
  }

  /** The platform has withheld a share of a sale, or gives it back. */
  receive(amount: bigint, today: string): void {
    const { platformId } = this.settings;
    this.#collect(null, amount, { account: account.platformReceivable, subject: platformId });
    this.#updateStates(null, today);
  }

  // Billing.

  /** Everything that has fallen due is billed, and the fees of the months that are over are earned. */
  bill(today: string): void {
    const { mechanics } = this.settings;
    if (mechanics !== "INSTALLMENTS" && mechanics !== "SIMPLE_INTEREST") return;
    const due = this.#planned().filter(({ dueOn }) => dueOn !== null && dueOn <= today);
    if (mechanics === "INSTALLMENTS") for (const row of due) this.#billInterest(null, row, unbilled(row));
    for (const row of due) this.#earn(null, row, row.unearned, account.originationIncome);
    if (mechanics === "SIMPLE_INTEREST") this.#billAccrued(null, today);
  }

  /** The next day on which something falls due. */
  nextDue(after: string): string | null {
    const later = this.rows.flatMap(({ dueOn }) => (dueOn !== null && dueOn > after ? [dueOn] : []));
    return later.toSorted()[0] ?? null;
  }

  // Paying.

  #apply(order: ModelOrder): Refunds {
    const { mechanics } = this.settings;
    if (order.purpose === "FEE") return this.#overpay(order, this.#pay(order, this.#fees(order), order.amount));
    if (mechanics === "SALES") return this.#applyToAdvance(order);
    if (mechanics === "SIMPLE_INTEREST") return this.#applyToSimpleInterest(order);
    if (mechanics === "INVOICES") return this.#applyToInvoices(order);
    const charged = order.purpose === "PAYOFF" ? this.#payoffParts(order.item, order.effectiveOn) : null;
    let left = order.amount;
    if (charged && order.amount >= charged.total) left = this.#payOff(order, charged);
    else {
      left = this.#pay(order, this.#inOrder(order), left);
      if (charged) left = this.#pay(order, this.#fees(order), left);
    }
    this.#earnPaidLoans(order);
    return this.#overpay(order, left);
  }

  /** What a repayment pays, in order: all that is due, the oldest first, then the rest of what it was ordered for. */
  #inOrder(order: ModelOrder): Row[] {
    const own = (row: Row) => row.item === order.item;
    const rows = this.rows.filter((row) => row.kind !== "FEE" && (order.purpose !== "PAYOFF" || own(row)));
    const isDue = ({ dueOn }: Row) => dueOn === null || dueOn <= order.effectiveOn;
    const sorted = rows.toSorted((a, b) => {
      const [x, y] = [a, b].map((row) => `${row.dueOn ?? ""}/${own(row) ? 0 : 1}/${row.item}`) as [string, string];
      return x < y ? -1 : x > y ? 1 : a.number - b.number;
    });
    const later = sorted.filter((row) => !isDue(row) && own(row)).toSorted((a, b) => a.number - b.number);
    return [...sorted.filter(isDue), ...later];
  }

  #fees(order: ModelOrder): Row[] {
    const own = (row: Row) => row.item === order.item;
    return this.rows
      .filter((row) => row.kind === "FEE" && (order.purpose !== "PAYOFF" || own(row)))
      .toSorted((a, b) => {
        const [x, y] = [a, b].map((row) => `${row.dueOn}/${own(row) ? 0 : 1}/${row.item}`) as [string, string];
        return x < y ? -1 : x > y ? 1 : a.number - b.number;
      });
  }

  /** Pays rows one after the other, each its interest, then its fee, then its principal. Returns what is left. */
  #pay(order: ModelOrder, rows: readonly Row[], money: bigint): bigint {
    let left = money;
    for (const row of rows)
      for (const part of ["interest", "fee", "principal"] as const) {
        const amount = least(left, unpaid(row)[part]);
        this.#payPart(order, row, part, amount);
        left -= amount;
      }
    return left;
  }

  #payPart(order: ModelOrder, row: Row, part: Part, amount: bigint): void {
    if (amount === 0n) return;
    if (part === "interest") this.#billInterest(order, row, most(0n, amount - billedUnpaid(row)));
    const receivable = { principal: account.principal, interest: account.interest, fee: account.fee }[part];
    this.#post(order, [
      { account: account.clearingIn, subject: order.id, amount },
      { account: receivable, subject: row.item, amount: -amount },
    ]);
    row.paid[part] += amount;
    order.undo.push(() => {
      row.paid[part] -= amount;
    });
  }

  #billInterest(order: ModelOrder | null, row: Row, amount: bigint): void {
    if (amount === 0n) return;
    this.#post(order, [
      { account: account.interest, subject: row.item, amount },
      { account: account.interestIncome, subject: "", amount: -amount },
    ]);
    row.billed += amount;
    order?.undo.push(() => {
      row.billed -= amount;
    });
  }

  #earn(order: ModelOrder | null, row: Row, amount: bigint, income: number, kept = 0n): void {
    row.unearned -= amount;
    order?.undo.push(() => {
      row.unearned += amount;
    });
    this.#post(order, [
      { account: account.unearned, subject: this.settings.productId, amount: amount - kept },
      { account: income, subject: "", amount: kept - amount },
    ]);
  }

  /** A loan or draw of which nothing is owed has earned its whole fee. */
  #earnPaidLoans(order: ModelOrder): void {
    for (const item of new Set(this.rows.map((row) => row.item))) {
      const own = this.rows.filter((row) => row.item === item && row.kind !== "FEE");
      const isOwing = own.some(isUnpaid) || (this.settings.mechanics === "SIMPLE_INTEREST" && this.#owedOnLoan() > 0n);
      if (!isOwing) for (const row of own) this.#earn(order, row, row.unearned, account.originationIncome);
    }
  }

  #overpay(order: ModelOrder, overpaid: bigint, rebate = 0n): Refunds {
    this.#post(order, [
      { account: account.clearingIn, subject: order.id, amount: overpaid },
      { account: account.credit, subject: this.settings.businessId, amount: -overpaid },
    ]);
    return { rebate, overpaid };
  }

  // Payoffs.

  /** What it costs to pay a loan, draw, invoice or advance off on a day. */
  payoff(item: string, on: string): bigint {
    return this.#payoffParts(item, on).total;
  }

  #payoffParts(item: string, on: string) {
    const own = this.rows.filter((row) => row.item === item);
    const rows = own.filter((row) => row.kind !== "FEE");
    const fees = sum(own.filter((row) => row.kind === "FEE").map((row) => unpaid(row).fee));
    const principal = sum(rows.map((row) => unpaid(row).principal));
    const planFees = sum(rows.map((row) => unpaid(row).fee));
    const isDue = ({ dueOn }: Row) => dueOn === null || dueOn <= on;
    const dueInterest = sum(rows.filter(isDue).map((row) => unpaid(row).interest));
    const laterInterest = sum(rows.filter((row) => !isDue(row)).map((row) => unpaid(row).interest));
    const current = least(laterInterest, this.#basis(rows, principal, on));
    const simple = this.settings.mechanics === "SIMPLE_INTEREST";
    const loan = simple ? this.#principalLeft() + this.#accruedUnpaid(on) : 0n;
    return { dueInterest, current, total: principal + planFees + dueInterest + current + fees + loan };
  }

  /** The interest of the current period by the basis of the terms, before the cap. */
  #basis(rows: readonly Row[], principal: bigint, on: string): bigint {
    const { ratePercentage, payoffBasis, mechanics } = this.settings;
    if (mechanics !== "INSTALLMENTS") return 0n;
    const planned = rows.filter((row) => row.kind === "PLANNED");
    if (payoffBasis === "OUTSTANDING") {
      const left = principal - sum(rows.filter((row) => row.kind !== "PLANNED").map((row) => unpaid(row).principal));
      return percentOf(left, ratePercentage, 1n, 12n);
    }
    const original = sum(planned.map((row) => row.owed.principal));
    if (payoffBasis === "SPEC_CAPPED") return percentOf(original, ratePercentage, 1n, 12n);
    // By days since the last row that is due or whose interest is paid.
    const firstUnpaid = planned.findIndex((row) => unpaid(row).interest > 0n);
    const before = planned.slice(0, firstUnpaid === -1 ? planned.length : firstUnpaid).at(-1)?.dueOn;
    const dueDates = planned.flatMap(({ dueOn }) => (dueOn !== null && dueOn <= on ? [dueOn] : []));
    const from = [before ?? this.#loan.fundedOn, ...dueDates].toSorted().at(-1) ?? on;
    return dailyInterest(
      sum(planned.map((row) => unpaid(row).principal)),
      ratePercentage,
      Math.max(0, daysBetween(from, on)),
    );
  }

  /** Pays everything of a loan or draw and waives the scheduled interest that the payoff does not charge. */
  #payOff(order: ModelOrder, { current }: { current: bigint }): bigint {
    let [left, charge] = [order.amount, current];
    for (const row of this.#inOrder(order)) {
      const isDue = row.dueOn === null || row.dueOn <= order.effectiveOn;
      const interest = isDue ? unpaid(row).interest : least(charge, unpaid(row).interest);
      if (!isDue) charge -= interest;
      this.#payPart(order, row, "interest", interest);
      const waived = unpaid(row).interest;
      // A row that has fallen due since the payoff's day was billed.
      const billed = billedUnpaid(row);
      this.#post(order, [
        { account: account.interest, subject: row.item, amount: -billed },
        { account: account.interestIncome, subject: "", amount: billed },
      ]);
      row.waived.interest += waived;
      order.undo.push(() => {
        row.waived.interest -= waived;
      });
      left -= interest;
      left = this.#pay(order, [row], left);
    }
    return this.#pay(order, this.#fees(order), left);
  }

  // Invoices.

  #applyToInvoices(order: ModelOrder): Refunds {
    const rows = this.#inOrder(order);
    const before = rows.map((row) => unpaid(row).principal);
    let left = this.#pay(order, rows, order.amount);
    if (order.purpose === "PAYOFF") left = this.#pay(order, this.#fees(order), left);
    let rebates = 0n;
    for (const [n, row] of rows.entries()) {
      const principal = (before[n] ?? 0n) - unpaid(row).principal;
      if (principal === 0n) continue;
      const released = rounded(row.unearned * principal, before[n] ?? 1n);
      const daysLeft = daysBetween(order.effectiveOn, row.dueOn ?? order.effectiveOn);
      const rebate = row.rebate ? rebateFor(principal, released, row.rebate, daysLeft) : 0n;
      this.#earn(order, row, released, account.transactionFeeIncome, rebate);
      rebates += rebate;
    }
    return this.#overpay(order, left, rebates);
  }

  // Advances.

  #applyToAdvance(order: ModelOrder): Refunds {
    const [advance] = this.#planned();
    const owed = advance ? unpaid(advance) : none();
    const collected = least(order.amount, owed.principal + owed.fee);
    this.#collect(order, collected, { account: account.clearingIn, subject: order.id });
    const others = this.rows.filter((row) => row.kind === "OWED_BACK").toSorted((a, b) => a.number - b.number);
    return this.#overpay(order, this.#pay(order, others, order.amount - collected));
  }

  #collect(order: ModelOrder | null, amount: bigint, from: Omit<Line, "amount">): void {
    const [row] = this.#planned();
    if (!row || amount === 0n) return;
    const collected = { total: row.paid.principal + row.paid.fee, fee: row.paid.fee };
    const owed = { total: row.owed.principal + row.owed.fee, fee: row.owed.fee };
    const fee = amount < 0n ? -feeGivenBack(-amount, collected, owed) : feeOfCollection(amount, collected, owed);
    const principal = amount - fee;
    row.paid.principal += principal;
    row.paid.fee += fee;
    order?.undo.push(() => {
      row.paid.principal -= principal;
      row.paid.fee -= fee;
    });
    this.#post(order, [
      { ...from, amount },
      { account: account.principal, subject: row.item, amount: -principal },
      { account: account.fee, subject: row.item, amount: -fee },
    ]);
    this.#earn(order, row, fee, account.advanceFeeIncome);
  }

  // Simple interest.

  #principalLeft = (): bigint => this.#loan.amount - sum(this.#payments.map(({ principal }) => principal));
  #interestPaid = (): bigint => sum(this.#payments.map(({ interest }) => interest));
  #accruedUnpaid = (on: string): bigint => most(0n, this.#accrued(on) - this.#interestPaid());
  #owedOnLoan = (): bigint => this.#principalLeft() + this.#loan.billed - this.#interestPaid();

  #accrued = (until: string): bigint =>
    accruedInterest(this.#loan, this.settings.ratePercentage, this.#payments, until);

  /**
   * Interest is billed until the last due date, or until the last payment if that is later, and never less than what is paid. A payment
   * that counts from a day before the last bill lowers it.
   */
  #billAccrued(order: ModelOrder | null, today = ""): void {
    const due = this.#planned().flatMap(({ dueOn }) => (dueOn !== null && dueOn <= today ? [dueOn] : []));
    const paid = this.#payments.filter((one) => one.principal + one.interest > 0n).map(({ on }) => on);
    const on = [this.#loan.fundedOn, ...due, ...paid, ...(order ? [order.effectiveOn] : [])].toSorted().at(-1) ?? "";
    const amount = most(this.#accrued(on), this.#interestPaid()) - this.#loan.billed;
    this.#loan.billed += amount;
    this.#post(order, [
      { account: account.interest, subject: this.settings.productId, amount },
      { account: account.interestIncome, subject: "", amount: -amount },
    ]);
    order?.undo.push(() => {
      this.#loan.billed -= amount;
    });
  }

  #applyToSimpleInterest(order: ModelOrder): Refunds {
    const backs = this.rows.filter((row) => row.kind === "OWED_BACK");
    let left = order.amount;
    const interest = least(left, this.#accruedUnpaid(order.effectiveOn));
    left -= interest;
    const principal = least(left, this.#principalLeft());
    left -= principal;
    const payment = { on: order.effectiveOn, principal, interest, order: order.id };
    this.#payments.push(payment);
    order.undo.push(() => {
      this.#payments.splice(this.#payments.indexOf(payment), 1);
    });
    this.#billAccrued(order);
    this.#post(order, [
      { account: account.clearingIn, subject: order.id, amount: principal + interest },
      { account: account.principal, subject: this.settings.productId, amount: -principal },
      { account: account.interest, subject: this.settings.productId, amount: -interest },
    ]);
    left = this.#pay(order, backs, left);
    if (order.purpose === "PAYOFF") left = this.#pay(order, this.#fees(order), left);
    this.#earnPaidLoans(order);
    return this.#overpay(order, left);
  }

  // States.

  /** What we owe the borrower and no order is going to send: rebates that came back, and credit. */
  unsent(): { rebates: bigint; credit: bigint } {
    const { productId, businessId } = this.settings;
    const owedOn = (key: string) => -(this.balances.get(key) ?? 0n);
    const waiting = (purpose: Purpose) =>
      sum(
        [...this.orders.values()].map((one) =>
          one.purpose === purpose && one.status === "SCHEDULED" ? one.amount : 0n,
        ),
      );
    const unearned = sum(this.rows.map((row) => row.unearned));
    return {
      rebates: owedOn(`${account.unearned}/${productId}`) - unearned - waiting("REBATE"),
      credit: owedOn(`${account.credit}/${businessId}`) - waiting("CREDIT_REFUND"),
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
      items.set(productId, (items.get(productId) ?? 0n) + this.#owedOnLoan());
    }
    return [...items].map(([item, amount]) => ({ item, amount })).filter(({ amount }) => amount > 0n);
  }

  #updateStates(order: ModelOrder | null, today: string): void {
    if (order?.purpose === "OTHER") return;
    const { states, isLine } = this.settings;
    const isLate = (row: Row) => row.kind !== "FEE" && row.dueOn !== null && row.dueOn < today && isUnpaid(row);
    for (const [item, state] of this.itemStates) {
      const own = this.rows.filter((row) => row.item === item);
      if (own.length === 0) continue;
      const late = own.some(isLate);
      const next = !own.some(isUnpaid)
        ? states.closed
        : late && (state === states.closed || state === states.late)
          ? states.late
          : states.open;
      this.itemStates.set(item, next);
    }
    const isOwing = this.owing().length > 0;
    if (this.status === "FULLY_PAID") {
      if (isOwing) this.status = "LATE";
      return;
    }
    const others = [...this.orders.values()].filter(
      ({ id, direction }) => id !== order?.id && direction === "INCOMING",
    );
    const isPending = others.some(({ status }) => status === "SUBMITTED");
    // A product whose payout came back owes nothing and is not paid either.
    if (!isOwing && !isPending && !isLine && this.rows.length > 0) this.status = "FULLY_PAID";
    else if (this.status === "LATE" && !this.rows.some(isLate)) this.status = "CURRENT";
  }

  // Books.

  #planned = (): Row[] => this.rows.filter((row) => row.kind === "PLANNED");

  #post(order: ModelOrder | null, lines: Line[]): void {
    const all = sum(lines.map(({ amount }) => amount));
    if (all !== 0n) throw new Error(`the model posts lines that differ by ${all}`);
    for (const line of lines) this.#move(line);
    order?.posted.push(...lines);
  }

  #move({ account: number, subject, amount }: Line): void {
    const key = `${number}/${subject}`;
    const balance = (this.balances.get(key) ?? 0n) + amount;
    if (balance === 0n) this.balances.delete(key);
    else this.balances.set(key, balance);
  }
}

import {
  account,
  billedUnpaid,
  isUnpaid,
  type Line,
  type ModelOrder,
  none,
  type Part,
  type Refunds,
  type Row,
  type Settings,
  unbilled,
  unpaid,
} from "./product-lives-books.ts";
import type { ModelLedger } from "./product-lives-ledger.ts";
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

/** What is owed on one issued product, what is billed of it, and what payments pay of it, by the rules of the domain. */
export class PayingModel {
  readonly settings: Settings;
  readonly ledger: ModelLedger;
  rows: Row[] = [];
  status = "CURRENT";
  isWrittenOff = false;
  /** Of simple interest: what was funded, what is billed, what was written off, and what payments have paid. */
  protected loan = { amount: 0n, fundedOn: "", billed: 0n, lostPrincipal: 0n, lostInterest: 0n };
  protected payments: { on: string; principal: bigint; interest: bigint; order: string }[] = [];

  constructor(settings: Settings, ledger: ModelLedger) {
    this.settings = settings;
    this.ledger = ledger;
  }

  // Billing.

  /** Everything that has fallen due is billed, and the fees of the months that are over are earned. */
  bill(today: string): void {
    const { mechanics } = this.settings;
    if (mechanics !== "INSTALLMENTS" && mechanics !== "SIMPLE_INTEREST") return;
    const due = this.isAccruing() ? this.planned().filter(({ dueOn }) => dueOn !== null && dueOn <= today) : [];
    if (mechanics === "INSTALLMENTS") for (const row of due) this.billInterest(null, row, unbilled(row));
    for (const row of due) this.earn(null, row, row.unearned, account.originationIncome);
    if (mechanics === "SIMPLE_INTEREST") this.billAccrued(null, today);
  }

  /** A product in default bills nothing and earns no fee any more. */
  protected isAccruing = (): boolean => this.status !== "DEFAULTED" && !this.isWrittenOff;

  // Paying.

  protected apply(order: ModelOrder): Refunds {
    const { mechanics } = this.settings;
    if (this.isWrittenOff) return this.recover(order);
    if (order.purpose === "FEE") return this.overpay(order, this.pay(order, this.fees(order), order.amount));
    if (mechanics === "SALES") return this.applyToAdvance(order);
    if (mechanics === "SIMPLE_INTEREST") return this.applyToSimpleInterest(order);
    if (mechanics === "INVOICES") return this.applyToInvoices(order);
    const charged = order.purpose === "PAYOFF" ? this.payoffParts(order.item, order.effectiveOn) : null;
    let left = order.amount;
    if (charged && order.amount >= charged.total) left = this.payOff(order, charged);
    else {
      left = this.pay(order, this.inOrder(order), left);
      if (charged) left = this.pay(order, this.fees(order), left);
    }
    this.earnPaidLoans(order);
    return this.overpay(order, left);
  }

  /** After the write-off all that is paid is a recovery. */
  protected recover(order: ModelOrder): Refunds {
    this.post(order, [
      { ...order.from, amount: order.amount },
      { account: account.recoveries, subject: "", amount: -order.amount },
    ]);
    return { rebate: 0n, overpaid: 0n };
  }

  /** What a repayment pays, in order: all that is due, the oldest first, then the rest of what it was ordered for. */
  protected inOrder(order: ModelOrder): Row[] {
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

  protected fees(order: ModelOrder): Row[] {
    const own = (row: Row) => row.item === order.item;
    return this.rows
      .filter((row) => row.kind === "FEE" && (order.purpose !== "PAYOFF" || own(row)))
      .toSorted((a, b) => {
        const [x, y] = [a, b].map((row) => `${row.dueOn}/${own(row) ? 0 : 1}/${row.item}`) as [string, string];
        return x < y ? -1 : x > y ? 1 : a.number - b.number;
      });
  }

  /** Pays rows one after the other, each its interest, then its fee, then its principal. Returns what is left. */
  protected pay(order: ModelOrder, rows: readonly Row[], money: bigint): bigint {
    let left = money;
    for (const row of rows)
      for (const part of ["interest", "fee", "principal"] as const) {
        const amount = least(left, unpaid(row)[part]);
        this.payPart(order, row, part, amount);
        left -= amount;
      }
    return left;
  }

  protected payPart(order: ModelOrder, row: Row, part: Part, amount: bigint): void {
    if (amount === 0n) return;
    if (part === "interest") this.billInterest(order, row, most(0n, amount - billedUnpaid(row)));
    const receivable = { principal: account.principal, interest: account.interest, fee: account.fee }[part];
    this.post(order, [
      { ...order.from, amount },
      { account: receivable, subject: row.item, amount: -amount },
    ]);
    row.paid[part] += amount;
    order.undo.push(() => {
      row.paid[part] -= amount;
    });
  }

  protected billInterest(order: ModelOrder | null, row: Row, amount: bigint): void {
    if (amount === 0n) return;
    this.post(order, [
      { account: account.interest, subject: row.item, amount },
      { account: account.interestIncome, subject: "", amount: -amount },
    ]);
    row.billed += amount;
    order?.undo.push(() => {
      row.billed -= amount;
    });
  }

  protected earn(order: ModelOrder | null, row: Row, amount: bigint, income: number, kept = 0n): void {
    row.unearned -= amount;
    order?.undo.push(() => {
      row.unearned += amount;
    });
    this.post(order, [
      { account: account.unearned, subject: this.settings.productId, amount: amount - kept },
      { account: income, subject: "", amount: kept - amount },
    ]);
  }

  /** A loan or draw of which nothing is owed has earned its whole fee. */
  protected earnPaidLoans(order: ModelOrder): void {
    for (const item of new Set(this.rows.map((row) => row.item))) {
      const own = this.rows.filter((row) => row.item === item && row.kind !== "FEE");
      const isOwing = own.some(isUnpaid) || (this.settings.mechanics === "SIMPLE_INTEREST" && this.owedOnLoan() > 0n);
      if (!isOwing) for (const row of own) this.earn(order, row, row.unearned, account.originationIncome);
    }
  }

  protected overpay(order: ModelOrder, overpaid: bigint, rebate = 0n): Refunds {
    this.post(order, [
      { ...order.from, amount: overpaid },
      { account: account.credit, subject: this.settings.businessId, amount: -overpaid },
    ]);
    return { rebate, overpaid };
  }

  // Payoffs.

  /** What it costs to pay a loan, draw, invoice or advance off on a day. */
  payoff(item: string, on: string): bigint {
    return this.payoffParts(item, on).total;
  }

  /** What it costs to refinance the product on a day, without its assessed fees. */
  refinancePayoff(on: string): { principal: bigint; interest: bigint; fee: bigint } {
    const { mechanics, productId } = this.settings;
    const rows = this.rows.filter((row) => row.kind !== "FEE");
    const principal = sum(rows.map((row) => unpaid(row).principal));
    const fee = sum(rows.map((row) => unpaid(row).fee));
    if (mechanics === "SIMPLE_INTEREST")
      return { principal: principal + this.principalLeft(), interest: this.accruedUnpaid(on), fee };
    const { dueInterest, current } = this.payoffParts(productId, on);
    return { principal, interest: dueInterest + current, fee };
  }

  protected payoffParts(item: string, on: string) {
    const own = this.rows.filter((row) => row.item === item);
    const rows = own.filter((row) => row.kind !== "FEE");
    const fees = sum(own.filter((row) => row.kind === "FEE").map((row) => unpaid(row).fee));
    const principal = sum(rows.map((row) => unpaid(row).principal));
    const planFees = sum(rows.map((row) => unpaid(row).fee));
    const isDue = ({ dueOn }: Row) => dueOn === null || dueOn <= on;
    const dueInterest = sum(rows.filter(isDue).map((row) => unpaid(row).interest));
    const laterInterest = sum(rows.filter((row) => !isDue(row)).map((row) => unpaid(row).interest));
    const current = least(laterInterest, this.basis(rows, principal, on));
    const simple = this.settings.mechanics === "SIMPLE_INTEREST";
    const loan = simple ? this.principalLeft() + this.accruedUnpaid(on) : 0n;
    return { dueInterest, current, total: principal + planFees + dueInterest + current + fees + loan };
  }

  /** The interest of the current period by the basis of the terms, before the cap. */
  protected basis(rows: readonly Row[], principal: bigint, on: string): bigint {
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
    const from = [before ?? this.loan.fundedOn, ...dueDates].toSorted().at(-1) ?? on;
    return dailyInterest(
      sum(planned.map((row) => unpaid(row).principal)),
      ratePercentage,
      Math.max(0, daysBetween(from, on)),
    );
  }

  /** Pays everything of a loan or draw and waives the scheduled interest that the payoff does not charge. */
  protected payOff(order: ModelOrder, { current }: { current: bigint }): bigint {
    let [left, charge] = [order.amount, current];
    for (const row of this.inOrder(order)) {
      const isDue = row.dueOn === null || row.dueOn <= order.effectiveOn;
      const interest = isDue ? unpaid(row).interest : least(charge, unpaid(row).interest);
      if (!isDue) charge -= interest;
      this.payPart(order, row, "interest", interest);
      const waived = unpaid(row).interest;
      // A row that has fallen due since the payoff's day was billed.
      const billed = billedUnpaid(row);
      this.post(order, [
        { account: account.interest, subject: row.item, amount: -billed },
        { account: account.interestIncome, subject: "", amount: billed },
      ]);
      row.waived.interest += waived;
      order.undo.push(() => {
        row.waived.interest -= waived;
      });
      left -= interest;
      left = this.pay(order, [row], left);
    }
    return this.pay(order, this.fees(order), left);
  }

  // Invoices.

  protected applyToInvoices(order: ModelOrder): Refunds {
    const rows = this.inOrder(order);
    const before = rows.map((row) => unpaid(row).principal);
    let left = this.pay(order, rows, order.amount);
    if (order.purpose === "PAYOFF") left = this.pay(order, this.fees(order), left);
    let rebates = 0n;
    for (const [n, row] of rows.entries()) {
      const principal = (before[n] ?? 0n) - unpaid(row).principal;
      if (principal === 0n) continue;
      const released = rounded(row.unearned * principal, before[n] ?? 1n);
      const daysLeft = daysBetween(order.effectiveOn, row.dueOn ?? order.effectiveOn);
      const rebate = row.rebate ? rebateFor(principal, released, row.rebate, daysLeft) : 0n;
      this.earn(order, row, released, account.transactionFeeIncome, rebate);
      rebates += rebate;
    }
    return this.overpay(order, left, rebates);
  }

  // Advances.

  protected applyToAdvance(order: ModelOrder): Refunds {
    const [advance] = this.planned();
    const owed = advance ? unpaid(advance) : none();
    const collected = least(order.amount, owed.principal + owed.fee);
    this.collect(order, collected, order.from);
    order.collected = collected;
    const others = this.rows.filter((row) => row.kind === "OWED_BACK").toSorted((a, b) => a.number - b.number);
    return this.overpay(order, this.pay(order, others, order.amount - collected));
  }

  protected collect(order: ModelOrder | null, amount: bigint, from: Omit<Line, "amount">): void {
    const [row] = this.planned();
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
    this.post(order, [
      { ...from, amount },
      { account: account.principal, subject: row.item, amount: -principal },
      { account: account.fee, subject: row.item, amount: -fee },
    ]);
    this.earn(order, row, fee, account.advanceFeeIncome);
  }

  // Simple interest.

  protected principalLeft = (): bigint =>
    this.loan.amount - this.loan.lostPrincipal - sum(this.payments.map(({ principal }) => principal));
  /** Interest that was paid or written off. */
  protected interestSettled = (): bigint => this.loan.lostInterest + sum(this.payments.map(({ interest }) => interest));
  protected owedOnLoan = (): bigint => this.principalLeft() + most(0n, this.loan.billed - this.interestSettled());

  /**
   * A payment can count from a day before the last payment of principal, which had to pay all interest until its own day. If an earlier
   * payment of that interest came back, it is owed, whatever day it is paid for. In default nothing is billed any more, and what was billed
   * stays owed.
   */
  protected accruedUnpaid(on: string): bigint {
    const paidOn = this.payments.filter(({ principal }) => principal > 0n).map((one) => one.on);
    const accrued = this.accrued([on, ...paidOn].toSorted().at(-1) ?? on);
    const all = this.isAccruing() ? accrued : most(accrued, this.loan.billed);
    return most(0n, all - this.interestSettled());
  }

  protected accrued = (until: string): bigint =>
    accruedInterest(this.loan, this.settings.ratePercentage, this.payments, until);

  /**
   * Interest is billed until the last due date, or until the last payment if that is later, and never less than what is paid. A payment
   * that counts from a day before the last bill lowers it.
   */
  protected billAccrued(order: ModelOrder | null, today = ""): void {
    const due = this.planned().flatMap(({ dueOn }) => (dueOn !== null && dueOn <= today ? [dueOn] : []));
    const paid = this.payments.filter((one) => one.principal + one.interest > 0n).map(({ on }) => on);
    const on = [this.loan.fundedOn, ...due, ...paid, ...(order ? [order.effectiveOn] : [])].toSorted().at(-1) ?? "";
    const accrued = this.isAccruing() ? this.accrued(on) : this.loan.billed;
    const amount = most(accrued, this.interestSettled()) - this.loan.billed;
    this.loan.billed += amount;
    this.post(order, [
      { account: account.interest, subject: this.settings.productId, amount },
      { account: account.interestIncome, subject: "", amount: -amount },
    ]);
    order?.undo.push(() => {
      this.loan.billed -= amount;
    });
  }

  protected applyToSimpleInterest(order: ModelOrder): Refunds {
    const backs = this.rows.filter((row) => row.kind === "OWED_BACK");
    let left = order.amount;
    const interest = least(left, this.accruedUnpaid(order.effectiveOn));
    left -= interest;
    const principal = least(left, this.principalLeft());
    left -= principal;
    const payment = { on: order.effectiveOn, principal, interest, order: order.id };
    this.payments.push(payment);
    order.undo.push(() => {
      this.payments.splice(this.payments.indexOf(payment), 1);
    });
    this.billAccrued(order);
    this.post(order, [
      { ...order.from, amount: principal + interest },
      { account: account.principal, subject: this.settings.productId, amount: -principal },
      { account: account.interest, subject: this.settings.productId, amount: -interest },
    ]);
    left = this.pay(order, backs, left);
    if (order.purpose === "PAYOFF") left = this.pay(order, this.fees(order), left);
    this.earnPaidLoans(order);
    return this.overpay(order, left);
  }

  // Books.

  protected planned = (): Row[] => this.rows.filter((row) => row.kind === "PLANNED");

  protected post(order: ModelOrder | null, lines: readonly Line[]): void {
    this.ledger.post(order, this.settings.book, lines);
  }
}

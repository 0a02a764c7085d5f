// The arithmetic of the second implementation: dates, rounding and the schedules of the six products. It shares no code with the
// application, so that a mistake in one of the two shows as a difference.

/** Half up, away from zero. */
export const rounded = (numerator: bigint, denominator: bigint): bigint =>
  numerator < 0n ? -rounded(-numerator, denominator) : (2n * numerator + denominator) / (2n * denominator);

const ascending = (amounts: bigint[]): bigint[] => amounts.toSorted((a, b) => (a < b ? -1 : 1));
export const least = (...amounts: bigint[]): bigint => ascending(amounts)[0] ?? 0n;
export const most = (...amounts: bigint[]): bigint => ascending(amounts).at(-1) ?? 0n;
export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

/** A decimal number as numerator and denominator. */
function ratioOf(decimal: string): { over: bigint; under: bigint } {
  const [whole = "0", part = ""] = decimal.split(".");
  return { over: BigInt(whole + part), under: 10n ** BigInt(part.length) };
}

/** The percentage of an amount, times a fraction. */
export function percentOf(amount: bigint, percentage: string, times = 1n, of = 1n): bigint {
  const { over, under } = ratioOf(percentage);
  return rounded(amount * over * times, under * 100n * of);
}

const dayMs = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
export const daysBetween = (from: string, to: string): number => dayOf(to) - dayOf(from);
export const plusDays = (date: string, days: number): string =>
  new Date((dayOf(date) + days) * dayMs).toISOString().slice(0, 10);

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The day of a month, or its last day if the month is shorter. Months count on past twelve. */
function inMonth(year: number, month: number, day: number): string {
  const [y, m] = [year + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1];
  return `${y}-${String(m).padStart(2, "0")}-${String(Math.min(day, lastDayOf(y, m))).padStart(2, "0")}`;
}
const partsOf = (date: string) => date.split("-").map(Number) as [number, number, number];
function plusMonths(date: string, months: number): string {
  const [year, month, day] = partsOf(date);
  return inMonth(year, month + months, day);
}

export type PlannedRow = { dueOn: string | null; principal: bigint; interest: bigint; fee: bigint; unearned: bigint };

/** An amount over k rows: all but the last are rounded, and the last takes the rest. */
function over(rows: number, amount: bigint): bigint[] {
  const each = rounded(amount, BigInt(rows));
  return Array.from({ length: rows }, (_, n) => (n < rows - 1 ? each : amount - each * BigInt(rows - 1)));
}

export type LoanTerms = { amount: bigint; ratePercentage: string; months: number; feePercentage: string };

export const loanFee = ({ amount, feePercentage }: LoanTerms): bigint => percentOf(amount, feePercentage);

/** The rows of a loan on a declining balance: the level payment, and by row interest first. */
export function amortizedRows(loan: LoanTerms, fundedOn: string): PlannedRow[] {
  const payment = levelPayment(loan);
  let balance = loan.amount;
  return rowsOf(loan, fundedOn, (n) => {
    const interest = percentOf(balance, loan.ratePercentage, 1n, 12n);
    const principal = n < loan.months - 1 ? payment - interest : balance;
    balance -= principal;
    return { principal, interest };
  });
}

/** The rows of a loan with simple interest by days, as planned. */
export function dailyRows(loan: LoanTerms, fundedOn: string): PlannedRow[] {
  const payment = levelPayment(loan);
  let balance = loan.amount;
  return rowsOf(loan, fundedOn, (n) => {
    const days = daysBetween(plusMonths(fundedOn, n), plusMonths(fundedOn, n + 1));
    const interest = dailyInterest(balance, loan.ratePercentage, days);
    const principal = n < loan.months - 1 ? least(payment - interest, balance) : balance;
    balance -= principal;
    return { principal, interest };
  });
}

export const dailyInterest = (balance: bigint, ratePercentage: string, days: number): bigint =>
  percentOf(balance, ratePercentage, BigInt(days), 365n);

/** The rows of a loan or draw with flat interest: the interest of all months on the whole amount. */
export function flatRows(loan: LoanTerms, fundedOn: string): PlannedRow[] {
  const interest = percentOf(loan.amount, loan.ratePercentage, BigInt(loan.months), 12n);
  const payments = over(loan.months, loan.amount + interest);
  const principals = over(loan.months, loan.amount);
  return rowsOf(loan, fundedOn, (n) => {
    const [payment = 0n, principal = 0n] = [payments[n], principals[n]];
    return { principal, interest: payment - principal };
  });
}

function rowsOf(
  loan: LoanTerms,
  fundedOn: string,
  amountsOf: (n: number) => { principal: bigint; interest: bigint },
): PlannedRow[] {
  const fees = over(loan.months, loanFee(loan));
  return fees.map((unearned, n) => ({ ...amountsOf(n), dueOn: plusMonths(fundedOn, n + 1), fee: 0n, unearned }));
}

function levelPayment({ amount, ratePercentage, months }: LoanTerms): bigint {
  const { over: rateOver, under } = ratioOf(ratePercentage);
  const rateUnder = under * 1200n;
  if (rateOver === 0n) return rounded(amount, BigInt(months));
  const grown = (rateUnder + rateOver) ** BigInt(months);
  return rounded(amount * rateOver * grown, rateUnder * (grown - rateUnder ** BigInt(months)));
}

export type Window =
  | { kind: "DURATION"; days: number }
  | { kind: "DATE"; day: number }
  | { kind: "PARTS"; parts: { percentage: string; days: number }[] };

type InvoiceTerms = {
  requested: bigint;
  available: bigint;
  advancePercentage: string;
  feePercentage: string;
  isNet: boolean;
  window: Window;
};

type InvoiceRow = PlannedRow & { planDays: number };

export const invoicePrincipal = ({ requested, available, advancePercentage }: InvoiceTerms): bigint =>
  least(percentOf(requested, advancePercentage), available);

/** The repayments of an invoice: principal and fee by the percentages of the plan, the last takes the rest. */
export function invoiceRows(invoice: InvoiceTerms, fundedOn: string): InvoiceRow[] {
  const principal = invoicePrincipal(invoice);
  const fee = percentOf(principal, invoice.feePercentage);
  const parts = partsOfWindow(invoice.window, fundedOn);
  let [principalLeft, feeLeft] = [principal, fee];
  return parts.map(({ percentage, planDays, dueOn }, n) => {
    const isLast = n === parts.length - 1;
    const own = {
      principal: isLast ? principalLeft : percentOf(principal, percentage),
      unearned: isLast ? feeLeft : percentOf(fee, percentage),
    };
    principalLeft -= own.principal;
    feeLeft -= own.unearned;
    return { ...own, dueOn, interest: 0n, fee: invoice.isNet ? 0n : own.unearned, planDays };
  });
}

function partsOfWindow(window: Window, fundedOn: string): { percentage: string; planDays: number; dueOn: string }[] {
  if (window.kind === "DURATION")
    return [{ percentage: "100", planDays: window.days, dueOn: plusDays(fundedOn, window.days) }];
  if (window.kind === "PARTS")
    return window.parts.map(({ percentage, days }) => ({
      percentage,
      planDays: days,
      dueOn: plusDays(fundedOn, days),
    }));
  const [year, month] = partsOf(fundedOn);
  const candidates = [0, 1, 2].map((ahead) => inMonth(year, month + ahead, window.day));
  const dueOn = candidates.find((date) => daysBetween(fundedOn, date) >= 15) ?? "";
  return [{ percentage: "100", planDays: 30, dueOn }];
}

/** The part of the fee that an early repayment gives back, at most the fee itself. */
export function rebateFor(
  principal: bigint,
  fee: bigint,
  terms: { percentage: string; planDays: number },
  daysLeft: number,
): bigint {
  if (daysLeft <= 3) return 0n;
  return least(fee, percentOf(principal, terms.percentage, BigInt(daysLeft), BigInt(terms.planDays)));
}

type AdvanceTerms = { amount: bigint; feeFactor: string };

export function advanceRow({ amount, feeFactor }: AdvanceTerms): PlannedRow {
  const { over: factor, under } = ratioOf(feeFactor);
  const fee = rounded(amount * factor, under) - amount;
  return { dueOn: null, principal: amount, interest: 0n, fee, unearned: fee };
}

/** The fee's part of a collection, by all that is collected after it. */
export function feeOfCollection(
  amount: bigint,
  collected: { total: bigint; fee: bigint },
  owed: { total: bigint; fee: bigint },
): bigint {
  const target = rounded((collected.total + amount) * owed.fee, owed.total) - collected.fee;
  return most(least(target, amount), 0n);
}

/** The fee's part of what a refund of sales takes out of the collections. */
export function feeGivenBack(
  amount: bigint,
  collected: { total: bigint; fee: bigint },
  owed: { total: bigint; fee: bigint },
): bigint {
  const target = collected.fee - rounded((collected.total - amount) * owed.fee, owed.total);
  return most(0n, least(target, amount));
}

/** All simple interest from funding until a day, by the principal of each day. It is rounded from payment to payment. */
export function accruedInterest(
  loan: { amount: bigint; fundedOn: string },
  ratePercentage: string,
  payments: readonly { on: string; principal: bigint }[],
  until: string,
): bigint {
  let [balance, from, all] = [loan.amount, loan.fundedOn, 0n];
  const inOrder = payments.filter(({ principal }) => principal > 0n).toSorted((a, b) => (a.on < b.on ? -1 : 1));
  for (const { on, principal } of inOrder) {
    if (on > until) break;
    all += dailyInterest(balance, ratePercentage, Math.max(0, daysBetween(from, on)));
    balance -= principal;
    if (on > from) from = on;
  }
  return all + dailyInterest(balance, ratePercentage, Math.max(0, daysBetween(from, until)));
}

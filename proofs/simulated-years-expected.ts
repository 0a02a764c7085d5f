// What the bank's statement of every borrower must show, calculated from the terms and from what people do. It shares no code with the
// application: neither calendars nor arithmetic.
import { amortizedRows, type LoanTerms, least, loanFee, percentOf, plusDays, sum } from "./product-lives-terms.ts";

/** A line of our bank's statement. Positive amounts come in. */
export type BankedLine = { on: string; cents: bigint };

/** The days other than weekends on which the Federal Reserve is closed. */
const closedOn = new Set(
  `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
   2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25
   2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-23 2028-12-25`.split(/\s+/),
);

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
export const isOpen = (date: string): boolean => weekdayOf(date) % 6 !== 0 && !closedOn.has(date);
export const openOnOrAfter = (date: string): string => (isOpen(date) ? date : openOnOrAfter(plusDays(date, 1)));
export function openAfter(date: string, days: number): string {
  let day = date;
  for (let left = days; left > 0; left--) day = openOnOrAfter(plusDays(day, 1));
  return day;
}
const laterOf = (a: string, b: string): string => (a > b ? a : b);
const mondayAfter = (date: string): string => plusDays(date, 1 + ((7 - weekdayOf(date)) % 7));

/** What is cut at midnight goes with the file of the next banking day, and settles on the one after. */
const settlesAfterMidnight = (eveningOf: string): string => openAfter(eveningOf, 2);

const returnFee = 2_500n;
/** Banking days until a refund settles. */
const refundedAfter = 3;

/** A debit whose first entry comes back for missing funds and whose retry is paid. */
function returnedOnce(on: string, cents: bigint): { lines: BankedLine[]; returnedOn: string } {
  const returnedOn = openAfter(on, 1);
  const retriedOn = laterOf(openAfter(returnedOn, 3), openOnOrAfter(mondayAfter(on)));
  return {
    returnedOn,
    lines: [
      { on, cents },
      { on: returnedOn, cents: -cents },
      { on: retriedOn, cents },
    ],
  };
}

export const payoutOf = (loan: LoanTerms): bigint => loan.amount - loanFee(loan);

/** A loan whose bank pays every debit. */
export const paidLoan = (loan: LoanTerms, fundedOn: string): BankedLine[] => [
  { on: fundedOn, cents: -payoutOf(loan) },
  ...amortizedRows(loan, fundedOn).map(({ dueOn, principal, interest }) => ({
    on: openOnOrAfter(dueOn ?? ""),
    cents: principal + interest,
  })),
];

/** A loan whose debits come back once each. Each return costs a fee, which is debited with the next payment or a week after the last. */
export function loanPaidLater(loan: LoanTerms, fundedOn: string): BankedLine[] {
  const rows = amortizedRows(loan, fundedOn);
  const lines = rows.flatMap(({ dueOn, principal, interest }, n) => {
    const payment = returnedOnce(openOnOrAfter(dueOn ?? ""), principal + interest);
    const next = rows.slice(n + 1).find((row) => (row.dueOn ?? "") > payment.returnedOn);
    const feeOn = next ? openOnOrAfter(next.dueOn ?? "") : openAfter(payment.returnedOn, 5);
    return [...payment.lines, ...returnedOnce(feeOn, returnFee).lines];
  });
  return [{ on: fundedOn, cents: -payoutOf(loan) }, ...lines];
}

/** A payoff ten days after a payment: the principal of the rows that follow, and a month's interest on the original amount within theirs. */
export function payoffAfter(loan: LoanTerms, fundedOn: string, paid: number): BankedLine & { askedOn: string } {
  const rows = amortizedRows(loan, fundedOn);
  const left = rows.slice(paid);
  const askedOn = openAfter(rows[paid - 1]?.dueOn ?? "", 6);
  const interest = least(percentOf(loan.amount, loan.ratePercentage, 1n, 12n), sum(left.map((row) => row.interest)));
  return { askedOn, on: openAfter(askedOn, 3), cents: sum(left.map((row) => row.principal)) + interest };
}

export function loanPaidEarly(loan: LoanTerms, fundedOn: string, paid: number): BankedLine[] {
  const { on, cents } = payoffAfter(loan, fundedOn, paid);
  return [...paidLoan(loan, fundedOn).slice(0, paid + 1), { on, cents }];
}

/** An advance that is collected by the week. Sales of a week are in whole dollars times fifty, so that no share has cents. */
export class WeeklyAdvance {
  readonly lines: BankedLine[];
  readonly #terms: { percentage: string; estimate: bigint };
  #uncalled: bigint;
  #unpaid: bigint;
  #missing = 0n;
  #estimated: { amount: bigint } | null = null;
  startsOn: string;

  constructor(advance: { amount: bigint; total: bigint; percentage: string; estimate: bigint }, fundedOn: string) {
    this.#terms = advance;
    this.lines = [{ on: fundedOn, cents: -advance.amount }];
    this.#uncalled = advance.total;
    this.#unpaid = advance.total;
    this.startsOn = plusDays(fundedOn, 1);
  }

  get endsOn(): string {
    return plusDays(this.startsOn, (7 - weekdayOf(this.startsOn)) % 7);
  }

  get isCalledInFull(): boolean {
    return this.#uncalled === 0n;
  }

  /** Whether an estimate can be wrong without reaching the end of the advance. */
  get mayBeEstimated(): boolean {
    return this.#estimated === null && this.#uncalled > 6n * this.#terms.estimate;
  }

  /** The week ends. Its sales are told on the day after, or a week later, and then a payment by estimate comes first. */
  endWeek(sales: bigint, isToldLate: boolean, salesBefore: bigint | null): void {
    if (salesBefore !== null) this.#correct(salesBefore);
    const debitOn = openAfter(this.endsOn, 2);
    const share = percentOf(sales, this.#terms.percentage);
    const amount = least(isToldLate ? this.#terms.estimate : share + this.#missing, this.#uncalled);
    if (!isToldLate) this.#missing -= least(this.#missing, amount);
    this.#estimated = isToldLate ? { amount } : null;
    this.#uncalled -= amount;
    this.#unpaid -= amount;
    if (amount > 0n) this.lines.push({ on: debitOn, cents: amount });
    this.startsOn = plusDays(this.endsOn, 1);
  }

  #correct(sales: bigint): void {
    const share = percentOf(sales, this.#terms.percentage);
    const estimate = this.#estimated?.amount ?? 0n;
    if (share > estimate) this.#missing += share - estimate;
    if (share >= estimate) return;
    const excess = estimate - share;
    this.#uncalled += excess;
    this.#unpaid += excess;
    this.lines.push({ on: openAfter(plusDays(this.endsOn, 1), refundedAfter), cents: -excess });
  }
}

/** What a platform withholds for an integrated advance, and what it pays each day. */
export class WithheldAdvance {
  readonly lines: BankedLine[] = [];
  readonly payout: BankedLine;
  readonly #percentage: string;
  #uncollected: bigint;
  #day: { on: string; cents: bigint } | null = null;

  constructor(advance: { amount: bigint; total: bigint; percentage: string }, fundedOn: string) {
    this.payout = { on: fundedOn, cents: -advance.amount };
    this.#uncollected = advance.total;
    this.#percentage = advance.percentage;
  }

  get isCollected(): boolean {
    return this.#uncollected === 0n;
  }

  /** What is withheld of a sale, in the day of a settlement. */
  sell(on: string, charge: bigint): bigint {
    const withheld = least(percentOf(charge, this.#percentage), this.#uncollected);
    this.#add(on, withheld);
    return withheld;
  }

  /** What is given back for the refund of a whole sale. */
  refund(on: string, withheld: bigint): void {
    this.#add(on, -withheld);
  }

  #add(on: string, cents: bigint): void {
    if (this.#day && this.#day.on !== on) this.settle();
    this.#day = { on, cents: (this.#day?.cents ?? 0n) + cents };
    this.#uncollected -= cents;
  }

  /** The day is over. */
  settle(): void {
    if (this.#day && this.#day.cents > 0n)
      this.lines.push({ on: settlesAfterMidnight(this.#day.on), cents: this.#day.cents });
    if (this.#day && this.#day.cents < 0n) throw new Error("a simulated day has more refunds than sales");
    this.#day = null;
  }
}

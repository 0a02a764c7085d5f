import { businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import type { OfferPricing } from "../offers/pricing.ts";
import type { BankTransaction } from "../underwriting/cash-flow/bank-transaction.ts";
import type { UnderwritingFacts } from "../underwriting/data/facts.ts";

// The fit of an offer, computed again from what happened on an account. It shares no code with the fit: whole days are numbers, money is
// bigint, balances run forward from the first day, and every outflow is compared with every payment.

/** Something that happened on the account. Positive: money came in. */
export type Movement = {
  on: string;
  cents: number;
  what: "CARD_SALE" | "TRANSFER_IN" | "PAYMENT" | "BANK_FEE";
  /** Who was paid. */
  to: string;
};
export type AccountLife = {
  /** The last day. */
  to: string;
  openingCents: number;
  movements: readonly Movement[];
  platformSales: readonly { on: string; cents: number }[];
};

const names: Record<Movement["what"], (one: Movement) => Partial<BankTransaction>> = {
  CARD_SALE: () => ({ name: "SQUARE INC DES:DAILY", category: "INCOME_OTHER_INCOME" }),
  TRANSFER_IN: () => ({ name: "SAVINGS", category: "TRANSFER_IN_ACCOUNT_TRANSFER" }),
  PAYMENT: ({ to }) => ({ name: `ACH DEBIT 4711 ${to}`, category: "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE" }),
  BANK_FEE: () => ({ name: "OVERDRAFT ITEM", category: "BANK_FEES_OVERDRAFT_FEES" }),
};

/** What a decision knows of the account: its transactions and its last balance. */
export function factsOf(
  life: AccountLife,
): Pick<UnderwritingFacts, "accounts" | "transactions" | "takenOn" | "salesDays"> {
  const closing = life.movements.reduce((sum, one) => sum + one.cents, life.openingCents);
  const account = { itemId: "item", name: "Checking", officialName: null, institutionName: null, subType: "checking" };
  return {
    takenOn: businessDate(life.to),
    accounts: [{ ...account, accountId: "checking", isBusinessChecking: true, balanceCents: cents(closing) }],
    transactions: life.movements.map((one, n) => ({
      transactionId: `t${String(n).padStart(6, "0")}`,
      accountId: "checking",
      date: businessDate(one.on),
      amountCents: cents(one.cents),
      isPending: false,
      name: "",
      merchantName: null,
      category: null,
      ...names[one.what](one),
    })),
    salesDays: life.platformSales.map((one) => ({ date: businessDate(one.on), netCents: cents(one.cents) })),
  };
}

const dayOf = (text: string): number => Date.parse(text) / 86_400_000;
const textOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The holidays of the Federal Reserve from 2025 to 2027, from its own list. */
const holidays = new Set(
  (
    "2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-12-25 " +
    "2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25 " +
    "2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25"
  )
    .split(" ")
    .map(dayOf),
);
const isOpen = (day: number): boolean => {
  const weekday = new Date(day * 86_400_000).getUTCDay();
  return weekday > 0 && weekday < 6 && !holidays.has(day);
};
const openFrom = (day: number): number => (isOpen(day) ? day : openFrom(day + 1));
const openAfter = (day: number): number => openFrom(day + 1);
const openBefore = (day: number): number => (isOpen(day - 1) ? day - 1 : openBefore(day - 1));

function monthsLater(day: number, months: number): number {
  const from = new Date(day * 86_400_000);
  const lastOfMonth = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
  lastOfMonth.setUTCDate(Math.min(from.getUTCDate(), lastOfMonth.getUTCDate()));
  return lastOfMonth.getTime() / 86_400_000;
}

/** Half up, away from zero. */
const rounded = (above: bigint, below: bigint): bigint =>
  above < 0n ? -rounded(-above, below) : (above * 2n + below) / (below * 2n);

function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

/** A decimal as a number of millionths. */
const millionths = (value: string | number): bigint => BigInt(Math.round(Number(value) * 1_000_000));
const million = 1_000_000n;

type Paid = { day: number; cents: bigint };

type Loan = { principal: bigint; yearly: bigint; months: number; funded: number };

/** The level payment is the amount over the sum of the discount factors of all months. */
function declining({ principal, yearly, months, funded }: Loan, byDays: boolean): Paid[] {
  const one = 1200n * million;
  const grown = one + yearly;
  let factors = 0n;
  for (let k = 1; k <= months; k++) factors += one ** BigInt(k) * grown ** BigInt(months - k);
  const level = rounded(principal * grown ** BigInt(months), factors);
  const rows: Paid[] = [];
  let owed = principal;
  let since = funded;
  for (let k = 1; k <= months; k++) {
    const day = monthsLater(funded, k);
    const interest = byDays
      ? rounded(owed * yearly * BigInt(day - since), 36_500n * million)
      : rounded(owed * yearly, one);
    const most = owed + interest;
    let cents = level;
    if (cents < interest) cents = interest;
    if (cents > most || k === months) cents = most;
    rows.push({ day, cents });
    owed -= cents - interest;
    since = day;
  }
  return rows;
}

function flat({ principal, yearly, months, funded }: Loan): Paid[] {
  const total = principal + rounded(principal * yearly * BigInt(months), 1200n * million);
  const equal = rounded(total, BigInt(months));
  let unpaid = total;
  return Array.from({ length: months }, (_, n) => {
    const cents = n === months - 1 ? unpaid : smaller(equal, unpaid);
    unpaid -= cents;
    return { day: monthsLater(funded, n + 1), cents };
  });
}

/** The day after the last one of the sales period that begins on a day. */
function periodEnd(frequency: "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY", start: number): number {
  if (frequency === "DAILY") return openFrom(start) + 1;
  if (frequency === "MONTHLY") {
    let end = start + 1;
    while (textOf(end).slice(8) !== "01") end++;
    return end;
  }
  let end = start;
  while (new Date(end * 86_400_000).getUTCDay() !== 0) end++;
  return end + (frequency === "WEEKLY" ? 1 : 8);
}

function shareOf(terms: Extract<OfferPricing, { feeFactor: unknown }>, amount: number) {
  const tier = terms.repaymentPercentageTiers.find((one) => amount <= one.maxLoanAmountCents);
  return {
    total: rounded(BigInt(amount) * millionths(terms.feeFactor), million),
    percentage: millionths(tier?.repaymentPercentage ?? 0),
  };
}

function payments(terms: OfferPricing, amount: number, funded: number, life: AccountLife): Paid[] {
  const principal = BigInt(amount);
  const to = dayOf(life.to);
  switch (terms.productType) {
    case "TERM_LOAN": {
      const yearly = millionths(terms.interestRatePercentage);
      const loan = { principal, yearly, months: terms.durationDays / 30, funded };
      return terms.interestMethod === "FLAT" ? flat(loan) : declining(loan, terms.interestMethod === "DAILY");
    }
    case "LOC_TERM_LOAN": {
      const months = terms.repaymentDurationDays / 30;
      const rows = flat({ principal, yearly: millionths(terms.interestRatePercentage), months, funded });
      const fee =
        terms.locMaintenanceFeeDisplayType === "AMOUNT"
          ? BigInt(terms.locMaintenanceFeeAmountCents)
          : rounded(BigInt(terms.approvedLimitCents) * millionths(terms.locMaintenanceFeePercentage), 100n * million);
      for (let k = 1; k <= Math.max(months, Math.floor(terms.durationDays / 30)); k++)
        rows.push({ day: monthsLater(funded, k), cents: fee });
      return rows;
    }
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER": {
      let [cheapest] = terms.offerPricingPlans;
      for (const plan of terms.offerPricingPlans)
        if (cheapest && millionths(plan.transactionFeePercentage) < millionths(cheapest.transactionFeePercentage))
          cheapest = plan;
      const window = cheapest?.repaymentWindow;
      if (!cheapest || window?.repaymentType !== "FIXED_DURATION") throw new Error("not a plan of the samples");
      const fee = rounded(principal * millionths(cheapest.transactionFeePercentage), 100n * million);
      const cents = principal + (cheapest.paymentStructure === "GROSS" ? fee : 0n);
      return [{ day: funded + window.repaymentDurationDays, cents }];
    }
    case "MCA": {
      const { total, percentage } = shareOf(terms, amount);
      const rows: Paid[] = [];
      let owed = total;
      for (let start = funded + 1; owed > 0n; ) {
        const end = periodEnd(terms.repaymentFrequency, start);
        const day = openAfter(openAfter(end - 1));
        if (day > to) break;
        let sold = 0;
        const [since, until] = [textOf(start), textOf(end)];
        for (const { what, on, cents } of life.movements)
          if (what === "CARD_SALE" && on >= since && on < until) sold += cents;
        const share = rounded(BigInt(sold) * percentage, 100n * million);
        const cents = smaller(share, owed);
        owed -= cents;
        rows.push({ day, cents });
        start = end;
      }
      return owed > 0n ? [...rows, { day: to + 1, cents: owed }] : rows;
    }
    case "INTEGRATED_MCA": {
      const { total, percentage } = shareOf(terms, amount);
      const rows: Paid[] = [];
      let owed = total;
      let carried = 0n;
      for (let day = funded + 1; openFrom(day) <= to; day++) {
        const today = textOf(day);
        for (const one of life.platformSales.filter(({ on }) => on === today)) {
          const share = rounded(BigInt(one.cents) * percentage, 100n * million);
          const due = carried + smaller(share, owed);
          const cents = due <= 0n ? 0n : smaller(due, owed);
          carried = due < 0n ? due : 0n;
          owed -= cents;
          rows.push({ day: openFrom(day), cents });
        }
      }
      return owed > 0n ? [...rows, { day: to + 1, cents: owed }] : rows;
    }
  }
}

/** What the owner is told, as far as it depends on the history. */
export function independentFit(terms: OfferPricing, amount: number, life: AccountLife) {
  const to = dayOf(life.to);
  const firstDay = Math.min(...life.movements.map(({ on }) => dayOf(on)));
  const from = Math.max(firstDay, to - 364);
  const knownDays = life.movements.length === 0 ? 0 : to - from + 1;
  if (knownDays < 90) return { outcome: "TOO_FEW_DAYS", knownDays };

  const due = payments(terms, amount, from - 1, life).map(({ day, cents }) => ({ day: openFrom(day), cents }));
  const paid = new Map<number, bigint>();
  for (const { day, cents } of due) if (day <= to && cents > 0n) paid.set(day, (paid.get(day) ?? 0n) + cents);

  const movedOn = new Map<number, number>();
  for (const { on, cents } of life.movements) movedOn.set(dayOf(on), (movedOn.get(dayOf(on)) ?? 0) + cents);
  const before: number[] = [];
  const after: number[] = [];
  let balance = life.openingCents;
  let out = 0n;
  for (let day = firstDay; day <= to; day++) {
    balance += movedOn.get(day) ?? 0;
    if (day < from) continue;
    out += paid.get(day) ?? 0n;
    before.push(balance);
    after.push(balance - Number(out));
  }

  const weeks: { startsOn: string; lowestCents: number; lowestWithPaymentsCents: number }[] = [];
  for (let start = from; start <= to; ) {
    let end = start + 1;
    while (end <= to && new Date(end * 86_400_000).getUTCDay() !== 1) end++;
    weeks.push({
      startsOn: textOf(start),
      lowestCents: Math.min(...before.slice(start - from, end - from)),
      lowestWithPaymentsCents: Math.min(...after.slice(start - from, end - from)),
    });
    start = end;
  }
  const lowest = Math.min(...after);
  const clashes = independentClashes(life, from, to, paid, after);
  return {
    outcome: "FIT",
    from: textOf(from),
    to: life.to,
    paymentsCount: paid.size,
    paidCents: Number([...paid.values()].reduce((sum, cents) => sum + cents, 0n)),
    isPaidOff: due.every(({ day, cents }) => day <= to || cents === 0n),
    daysBelowZero: before.filter((cents) => cents < 0).length,
    daysBelowZeroWithPayments: after.filter((cents) => cents < 0).length,
    weeks,
    worstWeek: weeks.find((week) => week.lowestWithPaymentsCents === lowest),
    clashesCount: clashes.length,
    worstClash: clashes[0] ?? null,
  };
}

function independentClashes(
  life: AccountLife,
  from: number,
  to: number,
  paid: ReadonlyMap<number, bigint>,
  after: readonly number[],
) {
  const outflows: { day: number; to: string; cents: number }[] = [];
  for (const one of life.movements) {
    const day = dayOf(one.on);
    if (one.what !== "PAYMENT" || day < from || day > to) continue;
    const same = outflows.find((other) => other.day === day && other.to === one.to);
    if (same) same.cents -= one.cents;
    else outflows.push({ day, to: one.to, cents: -one.cents });
  }
  const recurs = (one: (typeof outflows)[number]) => {
    const others = outflows.filter(
      (other) =>
        other.to === one.to && other.cents * 1.25 >= one.cents - 1e-9 && one.cents * 1.25 >= other.cents - 1e-9,
    );
    const isNear = (day: number, days: number) => others.some((other) => Math.abs(other.day - day) <= days);
    const weekly = (n: number) => isNear(one.day + 7 * n, 1);
    const everyTwoWeeks = (n: number) => isNear(one.day + 14 * n, 1);
    const monthly = (n: number) => isNear(monthsLater(one.day, n), 3);
    return [weekly, everyTwoWeeks, monthly].some((at) => (at(1) && at(2)) || (at(-1) && at(1)) || (at(-1) && at(-2)));
  };
  return outflows
    .flatMap((one) => {
      let worst: { paidOn: string; paymentCents: number; balanceCents: number } | null = null;
      for (const [day, cents] of [...paid].toSorted(([a], [b]) => a - b)) {
        if (one.day < openBefore(day) || one.day > openAfter(day)) continue;
        let balanceCents = Number.POSITIVE_INFINITY;
        for (let at = day; at === day || at <= one.day; at++)
          balanceCents = Math.min(balanceCents, after[at - from] ?? balanceCents);
        if (balanceCents < one.cents && (!worst || balanceCents < worst.balanceCents))
          worst = { paidOn: textOf(day), paymentCents: Number(cents), balanceCents };
      }
      if (!worst || !recurs(one)) return [];
      const { paidOn, paymentCents, balanceCents } = worst;
      return [{ outflowOn: textOf(one.day), outflowCents: one.cents, paidOn, paymentCents, balanceCents }];
    })
    .toSorted(
      (a, b) =>
        a.balanceCents - b.balanceCents || dayOf(a.outflowOn) - dayOf(b.outflowOn) || b.outflowCents - a.outflowCents,
    );
}

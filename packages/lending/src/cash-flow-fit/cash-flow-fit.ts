import { addBankingDays } from "../calendar/banking-day.ts";
import { addDays, addMonths, type BusinessDate, daysBetween, mondayOf } from "../calendar/business-date.ts";
import { type Cents, least, noCents, subtract, sum } from "../money/cents.ts";
import type { OfferPricing } from "../offers/pricing.ts";
import { type BankHistory, bankHistoryOf, type DailyBalance, type Outflow } from "./bank-history.ts";
import { headFigures, type OfferPayment, paymentsOf } from "./offer-payments.ts";

/** With fewer daily balances nothing is said about the cash flow, as nothing is decided with fewer. */
export const leastKnownDays = 90;

/** A week from Monday to Sunday, or the part of it whose balances are known. */
export type FitWeek = {
  startsOn: BusinessDate;
  /** The lowest balance at the end of a day, as it was and with the payments taken out. */
  lowestCents: Cents;
  lowestWithPaymentsCents: Cents;
};

/** A regular outflow that comes within a banking day of a payment, with less left than it needs. */
export type Clash = {
  outflowOn: BusinessDate;
  outflowCents: Cents;
  paidOn: BusinessDate;
  paymentCents: Cents;
  /** The lowest balance from the payment's day to the outflow's. */
  balanceCents: Cents;
};

/** What would have been left of the balances with the payments of an offer. */
export type CashFlowFit = {
  from: BusinessDate;
  to: BusinessDate;
  /** The days on which something would have been paid. */
  paymentsCount: number;
  paidCents: Cents;
  isPaidOff: boolean;
  daysBelowZero: number;
  daysBelowZeroWithPayments: number;
  weeks: FitWeek[];
  /** The week with the lowest balance with the payments, the first of several. */
  worstWeek: FitWeek;
  clashesCount: number;
  /** The clash that would have left least. */
  worstClash: Clash | null;
};

export type OfferFit =
  | { outcome: "TOO_FEW_DAYS"; knownDays: number }
  | ({
      outcome: "FIT";
      aprPercentage: number;
      /** Null if payments depend on sales. */
      paymentCents: Cents | null;
      /** The balances still have the payments on the debts that the offer pays off. */
      isRefinancing: boolean;
    } & CashFlowFit);

/**
 * Lays an offer at an amount over the last year of balances, as if it had been funded on the day before the first of them. The payments are
 * taken out on their banking days and stay out. The money of the offer, and what it would have earned, is not counted.
 */
export function offerFit(
  terms: OfferPricing,
  amountCents: Cents,
  facts: Parameters<typeof bankHistoryOf>[0],
): OfferFit {
  const history = bankHistoryOf(facts);
  const [first] = history.days;
  if (!first || history.days.length < leastKnownDays)
    return { outcome: "TOO_FEW_DAYS", knownDays: history.days.length };
  const { payments, isPaidOff } = paymentsOf(terms, amountCents, addDays(first.date, -1), history);
  return {
    outcome: "FIT",
    ...headFigures(terms, amountCents, facts.takenOn),
    isRefinancing: refinances(terms),
    ...cashFlowFit(history, payments),
    isPaidOff,
  };
}

function refinances(terms: OfferPricing): boolean {
  if (terms.productType === "TERM_LOAN") return terms.existingDebts.length > 0;
  return "refinanced" in terms && terms.refinanced !== null;
}

/** The fit of payments that were all made within the days of the history. */
export function cashFlowFit(
  { days, outflows }: Pick<BankHistory, "days" | "outflows">,
  payments: readonly OfferPayment[],
): Omit<CashFlowFit, "isPaidOff"> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new RangeError("no balance is known");
  const left = balancesWith(days, payments);
  const weeks = weeksOf(days, left);
  const lowestOf = (one: FitWeek) => one.lowestWithPaymentsCents;
  const clashes = clashesOf(first.date, left, outflows, payments);
  return {
    from: first.date,
    to: last.date,
    paymentsCount: payments.length,
    paidCents: sum(payments.map(({ amountCents }) => amountCents)),
    daysBelowZero: days.filter(({ balanceCents }) => balanceCents < 0).length,
    daysBelowZeroWithPayments: left.filter((balanceCents) => balanceCents < 0).length,
    weeks,
    worstWeek: weeks.reduce((worst, one) => (lowestOf(one) < lowestOf(worst) ? one : worst)),
    clashesCount: clashes.length,
    worstClash: clashes.toSorted(byWhatIsLeft)[0] ?? null,
  };
}

/** The balances of the days less all payments up to each of them. */
function balancesWith(days: readonly DailyBalance[], payments: readonly OfferPayment[]): Cents[] {
  const paidOn = Map.groupBy(payments, (one) => one.paidOn);
  let paidCents = noCents;
  return days.map(({ date, balanceCents }) => {
    paidCents = sum([paidCents, ...(paidOn.get(date) ?? []).map(({ amountCents }) => amountCents)]);
    return subtract(balanceCents, paidCents);
  });
}

function weeksOf(days: readonly DailyBalance[], left: readonly Cents[]): FitWeek[] {
  const weeks = new Map<BusinessDate, FitWeek>();
  days.forEach(({ date, balanceCents }, at) => {
    const leftCents = left[at] ?? balanceCents;
    const monday = mondayOf(date);
    const known = weeks.get(monday);
    weeks.set(monday, {
      startsOn: known?.startsOn ?? date,
      lowestCents: least(balanceCents, known?.lowestCents ?? balanceCents),
      lowestWithPaymentsCents: least(leftCents, known?.lowestWithPaymentsCents ?? leftCents),
    });
  });
  return [...weeks.values()];
}

/** The outflows that clash with a payment, each with the payment that leaves least. */
function clashesOf(
  from: BusinessDate,
  left: readonly Cents[],
  outflows: readonly Outflow[],
  payments: readonly OfferPayment[],
): Clash[] {
  const byDay = Map.groupBy(outflows, ({ date }) => date);
  const isRegular = regularity(outflows);
  const worst = new Map<Outflow, Clash>();
  for (const { paidOn, amountCents } of payments) {
    const paidAt = daysBetween(from, paidOn);
    const [earliest, latest] = [-1, 1].map((step) => daysBetween(from, addBankingDays(paidOn, step)));
    for (let at = Math.max(0, earliest ?? paidAt); at <= Math.min(latest ?? paidAt, left.length - 1); at++) {
      // Before the payment's day the balance does not have it yet.
      const [here = noCents, ...others] = left.slice(paidAt, Math.max(paidAt, at) + 1);
      const balanceCents = least(here, ...others);
      for (const outflow of byDay.get(addDays(from, at)) ?? []) {
        // A balance below zero is also below the outflow.
        const isShort = balanceCents < outflow.amountCents;
        const known = worst.get(outflow);
        if (!isShort || (known && known.balanceCents <= balanceCents) || !isRegular(outflow)) continue;
        worst.set(outflow, {
          outflowOn: outflow.date,
          outflowCents: outflow.amountCents,
          paidOn,
          paymentCents: amountCents,
          balanceCents,
        });
      }
    }
  }
  return [...worst.values()];
}

/** Least left first, then the earlier outflow, then the larger one. */
const byWhatIsLeft = (a: Clash, b: Clash): number =>
  a.balanceCents - b.balanceCents || daysBetween(b.outflowOn, a.outflowOn) || b.outflowCents - a.outflowCents;

/** How an outflow recurs: the day that is a number of steps away, and by how many days it may be missed. */
type Rhythm = { stepped(date: BusinessDate, steps: number): BusinessDate; toleranceDays: number };

const rhythms: readonly Rhythm[] = [
  { stepped: (date, steps) => addDays(date, 7 * steps), toleranceDays: 1 },
  { stepped: (date, steps) => addDays(date, 14 * steps), toleranceDays: 1 },
  // A day of the month moves over a weekend and a holiday. Payroll of the 5th and the 20th recurs as two of these.
  { stepped: addMonths, toleranceDays: 3 },
];

/** An outflow is the first, the second or the third of three in a row. */
const placesInRow = [
  [1, 2],
  [-1, 1],
  [-2, -1],
] as const;

/** The smaller of two similar amounts is at least four fifths of the larger one. */
const isSimilar = (one: Cents, other: Cents): boolean => 5 * Math.min(one, other) >= 4 * Math.max(one, other);

/** Whether an outflow recurs as payroll does: three times in a row to the same payee, of similar size on similar days. */
function regularity(outflows: readonly Outflow[]): (outflow: Outflow) => boolean {
  const byPayeeAndDay = new Map(outflows.map((one) => [`${one.date} ${one.payee}`, one]));
  return (outflow) => {
    const recursNear = (date: BusinessDate, toleranceDays: number): boolean => {
      for (let offset = -toleranceDays; offset <= toleranceDays; offset++) {
        const other = byPayeeAndDay.get(`${addDays(date, offset)} ${outflow.payee}`);
        if (other && isSimilar(other.amountCents, outflow.amountCents)) return true;
      }
      return false;
    };
    return rhythms.some(({ stepped, toleranceDays }) =>
      placesInRow.some((others) => others.every((steps) => recursNear(stepped(outflow.date, steps), toleranceDays))),
    );
  };
}

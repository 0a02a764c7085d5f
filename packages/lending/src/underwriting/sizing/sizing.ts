import type { BusinessDate } from "../../calendar/business-date.ts";
import { add, type Cents, cents } from "../../money/cents.ts";
import {
  type Decimal,
  decimal,
  type Fraction,
  fraction,
  minus,
  over,
  plus,
  times,
  whole,
} from "../../money/fraction.ts";
import { floorOf } from "../../money/rounding.ts";
import { isOwnDebt, type RefinancedDebt } from "../inputs.ts";
import type { RiskRating } from "../rules/rating.ts";

/** What bounds an amount. */
export type LimitName =
  | "REVENUE"
  | "DEBT_SERVICE"
  | "BALANCE"
  | "INVOICES"
  | "VENDOR_PAYMENTS"
  | "SALES"
  | "HOLDBACK"
  | "PRODUCT_MAXIMUM"
  | "EXPOSURE"
  | "EXCEPTION";

export type Limit = { name: LimitName; cents: Cents };

/** What approved exceptions leave of an offer. */
export type ExceptionLimits = {
  /** The share of the sized amount that may be offered. */
  sharePercentage: Decimal;
  maxCents: Cents | null;
  maxDurationDays: number | null;
};

/** What a product is sized from. Null: not known. */
export type Capacity = {
  rating: RiskRating;
  /** The day from which example schedules are counted. */
  decidedOn: BusinessDate;
  cashFlowCents: Cents;
  minDebtServiceCoverage: Decimal;
  /** All monthly payments on debts, also on those that are refinanced. */
  monthlyDebtCents: Cents;
  refinancedDebts: readonly RefinancedDebt[];
  averageMonthlyRevenueCents: Cents;
  averageBalanceCents: Cents;
  averageMonthlyInvoicesCents: Cents | null;
  averageMonthlyVendorPaymentsCents: Cents | null;
  averageMonthlyCardSalesCents: Cents | null;
  averageMonthlyChannelSalesCents: Cents | null;
  /** What we may still lend this business. */
  roomCents: Cents;
  exceptions: ExceptionLimits;
  /** Whether the law of the state permits the APR for an amount. */
  isLawful(amountCents: Cents, aprPercentage: number): boolean;
};

/** One size of a product: an offer, or why there is none. */
export type Sized<Terms> = {
  /** What tells it from the other sizes of the product: the term. Null if there is one size only. */
  durationDays: number | null;
  limits: Limit[];
  /** The smallest limit. */
  binding: LimitName;
  /** Rounded down to the grid. */
  amountCents: Cents;
  minCents: Cents;
  /** With the APR of the largest amount; of several plans, the highest. BELOW_MINIMUM: the limits leave too little. */
  offer: { terms: Terms; aprPercentage: number } | "BELOW_MINIMUM" | "NO_LAWFUL_PRICE";
};

/** What we may lend a business whose own debts are paid off by it. */
export const roomWithout = (roomCents: Cents, debts: readonly RefinancedDebt[]): Cents =>
  add(roomCents, ...debts.filter(isOwnDebt).map(({ payoff }) => payoff.principalCents));

/** The smallest limit; among equal ones the first. */
export function bindingLimit(limits: readonly [Limit, ...Limit[]]): Limit {
  return limits.reduce((least, one) => (one.cents < least.cents ? one : least));
}

/** The amount that the limits leave, with the share of approved exceptions, rounded down to the grid. */
export function sizeWithin(
  limits: readonly [Limit, ...Limit[]],
  { sharePercentage, maxCents }: ExceptionLimits,
  grid: (amountCents: Cents) => Cents,
): { amountCents: Cents; binding: LimitName; limits: Limit[] } {
  const least = bindingLimit(limits);
  const share = floorCents(over(times(whole(least.cents), decimal(sharePercentage)), 100));
  const excepted = maxCents === null ? share : (Math.min(share, maxCents) as Cents);
  const isExcepted = excepted < least.cents;
  const all = isExcepted ? [...limits, { name: "EXCEPTION" as const, cents: excepted }] : [...limits];
  const amountCents = excepted <= 0 ? cents(0) : grid(excepted);
  return { amountCents, binding: isExcepted ? "EXCEPTION" : least.name, limits: all };
}

/** Amounts up to 15,000 dollars are multiples of 1,000, larger ones of 5,000, as on the slider. */
export function sliderGrid(amountCents: Cents): Cents {
  const step = amountCents <= 1_500_000 ? 100_000 : 500_000;
  return cents(Math.floor(amountCents / step) * step);
}

/** Multiples of 1,000 dollars, or of 100 dollars below that. */
export function advanceGrid(amountCents: Cents): Cents {
  const step = amountCents < 100_000 ? 10_000 : 100_000;
  return cents(Math.floor(amountCents / step) * step);
}

export const floorCents = (value: Fraction): Cents => cents(Number(floorOf(value)));

/** A multiple of an amount, rounded down. */
export const multipleOf = (amountCents: Cents, multiple: Decimal): Cents =>
  floorCents(times(whole(amountCents), decimal(multiple)));

/** What monthly payments of one cent for some months are worth today, at a yearly rate in percent. Exact. */
export function presentValueFactor(annualPercentage: Decimal, months: number): Fraction {
  const monthly = over(decimal(annualPercentage), 1_200);
  if (monthly.numerator === 0n) return whole(months);
  const growth = plus(whole(1), monthly);
  const grown = fraction(growth.numerator ** BigInt(months), growth.denominator ** BigInt(months));
  return over(minus(whole(1), over(whole(1), grown)), monthly);
}

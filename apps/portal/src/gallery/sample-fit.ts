import { addDays, businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Fit } from "../offers/cash-flow-fit/fit-words.ts";

/** The lowest balances of a year, in thousands of dollars, of a business with a slow winter. */
const lowest = [
  51, 53, 53, 49, 52, 57, 56, 53, 48, 51, 44, 37, 26, 29, 31, 35, 37, 47, 59, 63, 64, 63, 71, 71, 72, 67, 73, 75, 76,
  70, 70, 71, 66, 63, 62, 75, 79, 82, 78, 85, 86, 87, 83, 85, 91, 91, 89, 86, 94, 94, 95, 89,
];
const paymentCents = 458_400;

const weeks = lowest.map((thousands, week) => {
  const lowestCents = thousands * 100_000 + ((week * 7_919) % 90_000);
  // The first payment is in the fifth week, and one in about every four after it.
  const payments = Math.max(0, Math.floor((week - 1) / 4.35));
  const startsOn = addDays(businessDate("2025-11-17"), 7 * week);
  return { startsOn, lowestCents, lowestWithPaymentsCents: lowestCents - payments * paymentCents };
});

const worstOf = (all: typeof weeks) =>
  all.reduce((worst, one) => (one.lowestWithPaymentsCents < worst.lowestWithPaymentsCents ? one : worst));

/** A loan that would have fit, with a payroll close to one of its payments. */
export const goodFit: Fit = {
  outcome: "FIT",
  productType: "TERM_LOAN",
  amountCents: 5_000_000,
  aprPercentage: 23.9088,
  paymentCents,
  isRefinancing: false,
  from: "2025-11-17",
  to: "2026-11-15",
  paymentsCount: 11,
  paidCents: 11 * paymentCents,
  isPaidOff: false,
  daysBelowZero: 0,
  daysBelowZeroWithPayments: 0,
  weeks,
  worstWeek: worstOf(weeks),
  clashesCount: 0,
  worstClash: null,
};

const shortWeeks = weeks.map((week) => ({
  ...week,
  lowestWithPaymentsCents: week.lowestWithPaymentsCents - 2_900_000,
}));

/** An advance that would have been short in the winter. */
export const shortFit: Fit = {
  ...goodFit,
  productType: "MCA",
  paymentCents: null,
  aprPercentage: 70.2339,
  isPaidOff: true,
  paymentsCount: 52,
  daysBelowZero: 3,
  daysBelowZeroWithPayments: 24,
  weeks: shortWeeks,
  worstWeek: worstOf(shortWeeks),
  clashesCount: 2,
  worstClash: {
    outflowOn: "2026-02-20",
    outflowCents: 840_000,
    paidOn: "2026-02-19",
    paymentCents: 138_462,
    balanceCents: -1_213_381,
  },
};

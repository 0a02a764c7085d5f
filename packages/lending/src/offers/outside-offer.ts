import { datedApr, regularApr } from "../apr/annual-percentage-rate.ts";
import { onePeriod } from "../apr/unit-period.ts";
import { addBankingDays } from "../calendar/banking-day.ts";
import { addDays, addMonths, type BusinessDate } from "../calendar/business-date.ts";
import type { RepaymentFrequency } from "../mechanics/sales-share/repayment-frequency.ts";
import { type Cents, cents, subtract } from "../money/cents.ts";

/** Another lender's offer, as the owner types it: what is received, what is paid back in all, and in how many payments. */
export type OutsideOffer = {
  receivedCents: Cents;
  repaidCents: Cents;
  frequency: RepaymentFrequency;
  count: number;
};

export type DatedPayment = { dueOn: BusinessDate; amountCents: Cents };

/** NOTHING_RECEIVED, NO_COST: paying back no more than is received has no rate. TOO_MANY: more payments than any such offer has. */
export type OutsideOfferRefusal = "NOTHING_RECEIVED" | "NO_COST" | "NO_PAYMENTS" | "TOO_MANY";

const mostPayments = 1_500;

export function whyNotPriceOutsideOffer(offer: OutsideOffer): OutsideOfferRefusal | null {
  if (offer.receivedCents <= 0) return "NOTHING_RECEIVED";
  if (offer.repaidCents <= offer.receivedCents) return "NO_COST";
  if (!Number.isInteger(offer.count) || offer.count < 1 || offer.count > offer.repaidCents) return "NO_PAYMENTS";
  return offer.count > mostPayments ? "TOO_MANY" : null;
}

/**
 * The cost and the APR of another lender's offer, by the same method as those of ours. The payments are equal; daily ones are made on banking
 * days, so their APR counts days. The last payment takes what rounding leaves.
 */
export function priceOutsideOffer(offer: OutsideOffer, receivedOn: BusinessDate) {
  const { receivedCents, repaidCents, frequency, count } = offer;
  const eachCents = Math.floor(repaidCents / count);
  const payments = Array.from(
    { length: count },
    (_, index): DatedPayment => ({
      dueOn: dueOn[frequency](receivedOn, index + 1),
      amountCents: cents(index < count - 1 ? eachCents : repaidCents - eachCents * (count - 1)),
    }),
  );
  const aprPercentage =
    frequency === "DAILY"
      ? datedApr.value({ amountFinancedCents: receivedCents, fundedOn: receivedOn, payments })
      : regularApr.value({
          amountFinancedCents: receivedCents,
          paymentsCents: payments.map(({ amountCents }) => amountCents),
          unitPeriod: unitPeriods[frequency],
          first: onePeriod,
        });
  return { payments, totalCostCents: subtract(repaidCents, receivedCents), aprPercentage };
}

const dueOn: Record<RepaymentFrequency, (from: BusinessDate, number: number) => BusinessDate> = {
  DAILY: addBankingDays,
  WEEKLY: (from, number) => addDays(from, number * 7),
  BIWEEKLY: (from, number) => addDays(from, number * 14),
  MONTHLY: addMonths,
};

const unitPeriods = { WEEKLY: { weeks: 1 }, BIWEEKLY: { weeks: 2 }, MONTHLY: "MONTH" } as const;

/** What leaves the account in each calendar month, from the month of the first day to that of the last payment of all. */
export function paidPerMonth(
  from: BusinessDate,
  until: BusinessDate,
  payments: readonly DatedPayment[],
): { month: string; amountCents: Cents }[] {
  const months: { month: string; amountCents: Cents }[] = [];
  for (let at = `${from.slice(0, 7)}-01` as BusinessDate; at <= until; at = addMonths(at, 1)) {
    const month = at.slice(0, 7);
    const inMonth = payments.filter((payment) => payment.dueOn.startsWith(month));
    months.push({ month, amountCents: cents(inMonth.reduce<number>((sum, { amountCents }) => sum + amountCents, 0)) });
  }
  return months;
}

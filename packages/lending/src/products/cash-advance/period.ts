import { addBankingDays, bankingDayOnOrAfter } from "../../calendar/banking-day.ts";
import { addDays, type BusinessDate, inMonth, partsOf, weekdayOf } from "../../calendar/business-date.ts";
import { clock, easternInstant } from "../../calendar/eastern-time.ts";
import { lowestOf, sumOf } from "../../explain/arithmetic.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import type { RepaymentFrequency } from "../../mechanics/sales-share/repayment-frequency.ts";
import { dueFromSales, type Sales } from "../../mechanics/sales-share/sales-share.ts";
import type { Cents } from "../../money/cents.ts";

/** A sales period, and the day on which its share is debited. */
export type AdvancePeriod = { startsOn: BusinessDate; endsOn: BusinessDate; paymentOn: BusinessDate };

/** The sales of the last day must be known before their share can be calculated. */
const READING_BANKING_DAYS = 2;

/** From this moment on the sales of a period can be read. */
export const endOf = ({ endsOn }: Pick<AdvancePeriod, "endsOn">): Date =>
  easternInstant(addDays(endsOn, 1), clock(0, 0));

/** Sales that are unknown by now are estimated: the balance check of the debit follows an hour later. */
export const salesMissingAt = ({ endsOn }: Pick<AdvancePeriod, "endsOn">): Date =>
  easternInstant(addBankingDays(endsOn, 1), clock(14, 0));

/** The first period begins on the day after the funding settles. */
export const firstPeriod = (frequency: RepaymentFrequency, fundingSettledOn: BusinessDate): AdvancePeriod =>
  periodFrom(frequency, addDays(fundingSettledOn, 1));

export const periodAfter = (frequency: RepaymentFrequency, period: AdvancePeriod): AdvancePeriod =>
  periodFrom(frequency, addDays(period.endsOn, 1));

function periodFrom(frequency: RepaymentFrequency, startsOn: BusinessDate): AdvancePeriod {
  const endsOn = lastDay[frequency](startsOn);
  return { startsOn, endsOn, paymentOn: addBankingDays(endsOn, READING_BANKING_DAYS) };
}

const sundayOnOrAfter = (date: BusinessDate): BusinessDate => addDays(date, (7 - weekdayOf(date)) % 7);

const lastDay: { [F in RepaymentFrequency]: (startsOn: BusinessDate) => BusinessDate } = {
  // Sales on days when banks are closed belong to the next banking day.
  DAILY: bankingDayOnOrAfter,
  WEEKLY: sundayOnOrAfter,
  BIWEEKLY: (startsOn) => addDays(sundayOnOrAfter(startsOn), 7),
  MONTHLY(startsOn) {
    const { year, month } = partsOf(startsOn);
    return inMonth(year, month, 31);
  },
};

export type PeriodSales = Sales & {
  /** The amount that a true-up of an earlier period carried over. */
  carriedCents: Cents;
};

/** The amount due for a period: the share of its sales plus the amount carried over, capped at the balance. Without sales nothing is due. */
export function periodPayment({ carriedCents, ...sales }: PeriodSales, write: Worksheet): Cents {
  const salesDueCents = dueFromSales("salesDueCents", sales, write);
  const withCarriedCents = write(
    "withCarriedCents",
    sumOf,
    { salesDueCents, carriedCents },
    { salesDueCents: "figure salesDueCents", carriedCents: "ledger" },
  );
  return write(
    "dueCents",
    lowestOf,
    { withCarriedCents, balanceCents: sales.balanceCents },
    { withCarriedCents: "figure withCarriedCents", balanceCents: "ledger" },
  );
}

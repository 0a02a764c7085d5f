import { addMonths, type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { difference } from "../../explain/arithmetic.ts";
import { formula, type Source } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { add, type Cents, least, most } from "../../money/cents.ts";
import { type Decimal, fraction, over, times, whole } from "../../money/fraction.ts";
import { exactPortion, forDays, percent, perMonth } from "../../money/rate.ts";
import type { Installment, Schedule } from "./installment.ts";

/** The level monthly payment on a declining balance. */
export const levelPayment = formula({
  name: "level-payment",
  version: 1,
  words:
    "P·r·(1+r)^n / ((1+r)^n − 1), where P is the amount, r a twelfth of the yearly rate and n the months; P/n without interest.",
  exact: ({ amountCents, interestRatePercentage, months }: Loan) => {
    const { numerator, denominator } = perMonth(percent(interestRatePercentage));
    if (numerator === 0n) return over(whole(amountCents), months);
    const grown = (denominator + numerator) ** BigInt(months);
    const flat = denominator ** BigInt(months);
    return times(whole(amountCents), fraction(numerator * grown, denominator * (grown - flat)));
  },
});

/** A month's interest on a balance. */
export const monthlyInterest = formula({
  name: "monthly-interest",
  version: 1,
  words: "The balance times a twelfth of the yearly rate.",
  exact: ({ balanceCents, interestRatePercentage }: { balanceCents: Cents; interestRatePercentage: Decimal }) =>
    exactPortion(balanceCents, perMonth(percent(interestRatePercentage))),
});

/** Interest on a balance for the elapsed days, actual/365. */
export const dailyInterest = formula({
  name: "daily-interest",
  version: 1,
  words: "The balance times the yearly rate times the days over 365.",
  exact: ({
    balanceCents,
    interestRatePercentage,
    days,
  }: {
    balanceCents: Cents;
    interestRatePercentage: Decimal;
    days: number;
  }) => exactPortion(balanceCents, forDays(percent(interestRatePercentage), days)),
});

// At a very high rate the interest of 31 days can exceed the level payment. A row pays at least its interest and at most the amount owed.
const levelRowPayment = formula({
  name: "level-row-payment",
  version: 1,
  words: "The level payment, at least the interest and at most all that is owed; the last row takes all that is owed.",
  exact: (row: { levelCents: Cents; balanceCents: Cents; interestCents: Cents; rowsLeft: number }) => {
    const owedCents = add(row.balanceCents, row.interestCents);
    return row.rowsLeft === 1 ? owedCents : least(owedCents, most(row.levelCents, row.interestCents));
  },
});

/** A loan with monthly repayment. The borrower chooses the amount; the terms fix the rest. */
export type Loan = { amountCents: Cents; interestRatePercentage: Decimal; months: number };

export const loanSources = { amountCents: "request", interestRatePercentage: "terms", months: "terms" } as const;

/** How interest accrues on a declining balance: by equal months, or by elapsed days. */
export type Accrual = "MONTHLY" | "DAILY";

/** A schedule of level payments. The last row takes the rounding remainder, so principal always sums to the loan. */
export function levelSchedule(loan: Loan, fundedOn: BusinessDate, accrual: Accrual, write: Worksheet): Schedule {
  const { interestRatePercentage, months } = loan;
  const monthlyPaymentCents = write("monthlyPaymentCents", levelPayment, loan, loanSources);
  const rows: Installment[] = [];
  let balanceCents = loan.amountCents;
  let from = fundedOn;
  for (let number = 1; number <= months; number++) {
    const row = `schedule.${number}`;
    const dueOn = addMonths(fundedOn, number);
    const balance: Source = number === 1 ? "request" : `figure schedule.${number - 1}.balanceCents`;
    const interestCents =
      accrual === "MONTHLY"
        ? write(
            `${row}.interestCents`,
            monthlyInterest,
            { balanceCents, interestRatePercentage },
            { balanceCents: balance, interestRatePercentage: "terms" },
          )
        : write(
            `${row}.interestCents`,
            dailyInterest,
            { balanceCents, interestRatePercentage, days: daysBetween(from, dueOn) },
            { balanceCents: balance, interestRatePercentage: "terms", days: "calendar" },
          );
    const paymentCents = write(
      `${row}.paymentCents`,
      levelRowPayment,
      { levelCents: monthlyPaymentCents, balanceCents, interestCents, rowsLeft: months - number + 1 },
      {
        levelCents: "figure monthlyPaymentCents",
        balanceCents: balance,
        interestCents: `figure ${row}.interestCents`,
        rowsLeft: "schedule",
      },
    );
    const principalCents = write(
      `${row}.principalCents`,
      difference,
      { fromCents: paymentCents, interestCents },
      { fromCents: `figure ${row}.paymentCents`, interestCents: `figure ${row}.interestCents` },
    );
    balanceCents = write(
      `${row}.balanceCents`,
      difference,
      { fromCents: balanceCents, principalCents },
      { fromCents: balance, principalCents: `figure ${row}.principalCents` },
    );
    rows.push({ number, dueOn, paymentCents, principalCents, interestCents, balanceCents });
    from = dueOn;
  }
  return { monthlyPaymentCents, rows };
}

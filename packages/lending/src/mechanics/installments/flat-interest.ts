import { addMonths, type BusinessDate } from "../../calendar/business-date.ts";
import { difference, sumOf } from "../../explain/arithmetic.ts";
import { formula, type Source } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { type Cents, least, most, subtract } from "../../money/cents.ts";
import { over, times, whole } from "../../money/fraction.ts";
import { exactPortion, percent, perMonth } from "../../money/rate.ts";
import type { Installment, Schedule } from "./installment.ts";
import { type Loan, loanSources } from "./level-payment.ts";

/** Interest charged once on the full amount, for all months. */
export const flatInterest = formula({
  name: "flat-interest",
  version: 1,
  words: "The amount times the months times a twelfth of the yearly rate.",
  exact: ({ amountCents, interestRatePercentage, months }: Loan) =>
    exactPortion(amountCents, times(perMonth(percent(interestRatePercentage)), months)),
});

/** An equal part of a total for each month. */
export const equalPart = formula({
  name: "equal-part",
  version: 1,
  words: "The total over the months; the last month takes what is left.",
  exact: ({ totalCents, months }: { totalCents: Cents; months: number }) => over(whole(totalCents), months),
});

const flatRowPayment = formula({
  name: "flat-row-payment",
  version: 1,
  words: "The equal part, or what is unpaid if that is less; the last row takes all that is unpaid.",
  exact: ({ equalCents, unpaidCents, rowsLeft }: { equalCents: Cents; unpaidCents: Cents; rowsLeft: number }) =>
    rowsLeft === 1 ? unpaidCents : least(equalCents, unpaidCents),
});

// If the total interest is a few cents, rounding could leave more principal than later payments cover. That principal is paid earlier.
const flatRowPrincipal = formula({
  name: "flat-row-principal",
  version: 1,
  words:
    "The equal part of the amount, within the payment and the balance; at least what later payments could not cover, so that the last row takes the rest.",
  exact: (row: { equalCents: Cents; paymentCents: Cents; balanceCents: Cents; laterPaymentsCents: Cents }) =>
    least(row.paymentCents, row.balanceCents, most(row.equalCents, subtract(row.balanceCents, row.laterPaymentsCents))),
});

export type FlatSchedule = Schedule & { interestCents: Cents; totalPaymentAmountCents: Cents };

/** Equal payments of principal and flat interest. The last takes the remainder of both. */
export function flatSchedule(loan: Loan, fundedOn: BusinessDate, write: Worksheet): FlatSchedule {
  const { amountCents, months } = loan;
  const interestCents = write("interestCents", flatInterest, loan, loanSources);
  const totalPaymentAmountCents = write(
    "totalPaymentAmountCents",
    sumOf,
    { amountCents, interestCents },
    { amountCents: "request", interestCents: "figure interestCents" },
  );
  const monthlyPaymentCents = write(
    "monthlyPaymentCents",
    equalPart,
    { totalCents: totalPaymentAmountCents, months },
    { totalCents: "figure totalPaymentAmountCents", months: "terms" },
  );
  const monthlyPrincipalCents = write(
    "monthlyPrincipalCents",
    equalPart,
    { totalCents: amountCents, months },
    { totalCents: "request", months: "terms" },
  );
  const rows: Installment[] = [];
  let unpaidCents = totalPaymentAmountCents;
  let balanceCents = amountCents;
  for (let number = 1; number <= months; number++) {
    const row = `schedule.${number}`;
    const balance: Source = number === 1 ? "request" : `figure schedule.${number - 1}.balanceCents`;
    const paymentCents = write(
      `${row}.paymentCents`,
      flatRowPayment,
      { equalCents: monthlyPaymentCents, unpaidCents, rowsLeft: months - number + 1 },
      { equalCents: "figure monthlyPaymentCents", unpaidCents: "schedule", rowsLeft: "schedule" },
    );
    unpaidCents = subtract(unpaidCents, paymentCents);
    const principalCents = write(
      `${row}.principalCents`,
      flatRowPrincipal,
      { equalCents: monthlyPrincipalCents, paymentCents, balanceCents, laterPaymentsCents: unpaidCents },
      {
        equalCents: "figure monthlyPrincipalCents",
        paymentCents: `figure ${row}.paymentCents`,
        balanceCents: balance,
        laterPaymentsCents: "schedule",
      },
    );
    const rowInterestCents = write(
      `${row}.interestCents`,
      difference,
      { fromCents: paymentCents, principalCents },
      { fromCents: `figure ${row}.paymentCents`, principalCents: `figure ${row}.principalCents` },
    );
    balanceCents = write(
      `${row}.balanceCents`,
      difference,
      { fromCents: balanceCents, principalCents },
      { fromCents: balance, principalCents: `figure ${row}.principalCents` },
    );
    rows.push({
      number,
      dueOn: addMonths(fundedOn, number),
      paymentCents,
      principalCents,
      interestCents: rowInterestCents,
      balanceCents,
    });
  }
  return { monthlyPaymentCents, interestCents, totalPaymentAmountCents, rows };
}

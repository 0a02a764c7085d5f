import { lowestOf, sumOf, total } from "../explain/arithmetic.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import type { Cents } from "../money/cents.ts";
import type { Installment } from "./installment.ts";

/** Where an instalment loan stands: the rows not yet paid, and the fees that were assessed and not paid. */
export type LoanPosition = { unpaidRows: readonly Installment[]; unpaidFeesCents: Cents };

/** What it takes to be free of an instalment loan. */
export type InstallmentPayoff = { principalCents: Cents; interestCents: Cents; feesCents: Cents; amountCents: Cents };

export const outstandingPrincipal = ({ unpaidRows }: LoanPosition, write: Worksheet): Cents =>
  write(
    "principalCents",
    total,
    { amountsCents: unpaidRows.map((row) => row.principalCents) },
    { amountsCents: "schedule" },
  );

/** Paying off never costs more than paying to schedule: the interest is capped by what the unpaid rows would still bring. */
export function cappedPayoff(
  principalCents: Cents,
  chargedInterestCents: Cents,
  { unpaidRows, unpaidFeesCents }: LoanPosition,
  write: Worksheet,
): InstallmentPayoff {
  const scheduledInterestCents = write(
    "scheduledInterestCents",
    total,
    { amountsCents: unpaidRows.map((row) => row.interestCents) },
    { amountsCents: "schedule" },
  );
  const interestCents = write(
    "interestCents",
    lowestOf,
    { chargedInterestCents, scheduledInterestCents },
    {
      chargedInterestCents: "figure chargedInterestCents",
      scheduledInterestCents: "figure scheduledInterestCents",
    },
  );
  return {
    principalCents,
    interestCents,
    feesCents: unpaidFeesCents,
    amountCents: write(
      "amountCents",
      sumOf,
      { principalCents, interestCents, feesCents: unpaidFeesCents },
      { principalCents: "figure principalCents", interestCents: "figure interestCents", feesCents: "ledger" },
    ),
  };
}

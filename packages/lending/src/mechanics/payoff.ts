import { lowestOf, sumOf, total } from "../explain/arithmetic.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import type { Cents } from "../money/cents.ts";
import type { Installment } from "./installments/installment.ts";

/** The state of an installment loan: the unpaid rows, and the assessed and unpaid fees. */
export type LoanPosition = { unpaidRows: readonly Installment[]; unpaidFeesCents: Cents };

/** The payoff of an installment loan. */
export type InstallmentPayoff = { principalCents: Cents; interestCents: Cents; feesCents: Cents; amountCents: Cents };

export const outstandingPrincipal = ({ unpaidRows }: LoanPosition, write: Worksheet): Cents =>
  write(
    "principalCents",
    total,
    { amountsCents: unpaidRows.map((row) => row.principalCents) },
    { amountsCents: "schedule" },
  );

/** A payoff never costs more than the schedule: its interest is capped at the interest of the unpaid rows. */
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

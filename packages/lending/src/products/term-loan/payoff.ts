import type { Worksheet } from "../../explain/worksheet.ts";
import { dailyInterest, monthlyInterest } from "../../mechanics/level-payment.ts";
import {
  cappedPayoff,
  type InstallmentPayoff,
  type LoanPosition,
  outstandingPrincipal,
} from "../../mechanics/payoff.ts";
import type { Cents } from "../../money/cents.ts";
import type { TermLoanTerms } from "./terms.ts";

export type TermLoanPosition = LoanPosition & {
  loanAmountCents: Cents;
  /** From the last paid row, or from funding, to the day of the payoff. */
  daysSinceLastPaid: number;
};

/** What it takes to be free of a term loan. Quoted by the server, stored and shown; a page never computes it. */
export function termLoanPayoff(terms: TermLoanTerms, position: TermLoanPosition, write: Worksheet): InstallmentPayoff {
  const principalCents = outstandingPrincipal(position, write);
  return cappedPayoff(principalCents, chargedInterest(terms, position, principalCents, write), position, write);
}

function chargedInterest(
  { interestRatePercentage, payoffInterestBasis }: TermLoanTerms,
  { loanAmountCents, daysSinceLastPaid }: TermLoanPosition,
  principalCents: Cents,
  write: Worksheet,
): Cents {
  switch (payoffInterestBasis) {
    // The specification charges the month on the original amount, however little of it is left; the cap keeps that fair.
    case "SPEC_CAPPED":
      return write(
        "chargedInterestCents",
        monthlyInterest,
        { balanceCents: loanAmountCents, interestRatePercentage },
        { balanceCents: "terms", interestRatePercentage: "terms" },
      );
    case "OUTSTANDING":
      return write(
        "chargedInterestCents",
        monthlyInterest,
        { balanceCents: principalCents, interestRatePercentage },
        { balanceCents: "figure principalCents", interestRatePercentage: "terms" },
      );
    case "DAILY":
      return write(
        "chargedInterestCents",
        dailyInterest,
        { balanceCents: principalCents, interestRatePercentage, days: daysSinceLastPaid },
        { balanceCents: "figure principalCents", interestRatePercentage: "terms", days: "calendar" },
      );
  }
}

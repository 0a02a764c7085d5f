import type { Worksheet } from "../../explain/worksheet.ts";
import { dailyInterest, monthlyInterest } from "../../mechanics/installments/level-payment.ts";
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
  /** The days from the last paid row, or from funding, to the payoff date. */
  daysSinceLastPaid: number;
};

/** The payoff of a term loan. The server quotes and stores it; a page never computes it. */
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
    // The specification charges one month's interest on the original amount. The cap limits it to the interest of the unpaid rows.
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

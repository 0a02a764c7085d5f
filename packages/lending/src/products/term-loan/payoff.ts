import { type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { dailyInterest, monthlyInterest } from "../../mechanics/installments/level-payment.ts";
import {
  cappedPayoff,
  type InstallmentPayoff,
  type LoanPosition,
  outstandingPrincipal,
  rowsDue,
} from "../../mechanics/payoff.ts";
import type { Cents } from "../../money/cents.ts";
import type { TermLoanTerms } from "./terms.ts";

export type TermLoanPosition = LoanPosition & {
  loanAmountCents: Cents;
  /** The day from which interest is unpaid: the due date of the last paid row, or funding. */
  interestFromOn: BusinessDate;
};

/**
 * The payoff of a term loan, current or late. The server quotes and stores it; a page never computes it. The portal offers it only for a
 * current loan (`whyNotPayOff`), staff quote it for a late one.
 */
export function termLoanPayoff(terms: TermLoanTerms, position: TermLoanPosition, write: Worksheet): InstallmentPayoff {
  const principalCents = outstandingPrincipal(position, write);
  return cappedPayoff(principalCents, chargedInterest(terms, position, principalCents, write), position, write);
}

function chargedInterest(
  { interestRatePercentage, payoffInterestBasis }: TermLoanTerms,
  position: TermLoanPosition,
  principalCents: Cents,
  write: Worksheet,
): Cents {
  switch (payoffInterestBasis) {
    // The specification charges one month's interest on the original amount. The cap limits it to the interest of the unpaid rows.
    case "SPEC_CAPPED":
      return write(
        "chargedInterestCents",
        monthlyInterest,
        { balanceCents: position.loanAmountCents, interestRatePercentage },
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
        { balanceCents: principalCents, interestRatePercentage, days: daysOfCurrentPeriod(position) },
        { balanceCents: "figure principalCents", interestRatePercentage: "terms", days: "calendar" },
      );
  }
}

/** The current period begins where interest is unpaid, or with the last row that is due, because that row has its own interest. */
function daysOfCurrentPeriod(position: TermLoanPosition): number {
  const begins = [position.interestFromOn, ...rowsDue(position).map((row) => row.dueOn)];
  return Math.max(0, Math.min(...begins.map((on) => daysBetween(on, position.effectiveOn))));
}

import { type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { difference } from "../../explain/arithmetic.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { dailyInterest, monthlyInterest } from "../../mechanics/installments/level-payment.ts";
import {
  cappedPayoff,
  dueInterest,
  type InstallmentPayoff,
  type LoanPosition,
  outstandingPrincipal,
  rowsDue,
  type UnpaidRow,
} from "../../mechanics/payoff.ts";
import { type Cents, sum } from "../../money/cents.ts";
import type { TermLoanTerms } from "./terms.ts";

/** The state of a term loan. The unpaid rows of a DAILY loan are those of its schedule as it stands on the day of the payoff. */
export type TermLoanPosition = LoanPosition & {
  loanAmountCents: Cents;
  /** The day from which interest is unpaid: the due date of the last row whose interest is paid, or funding. Not used by DAILY loans. */
  interestFromOn: BusinessDate;
  /** The simple interest of a DAILY loan that is unpaid on the day of the payoff. Zero with the other methods, which have it in their rows. */
  accruedInterestCents: Cents;
};

/**
 * The payoff of a term loan, current or late. The server quotes and stores it; a page never computes it. The portal offers it only for a
 * current loan (`whyNotPayOff`), staff quote it for a late one.
 */
export function termLoanPayoff(terms: TermLoanTerms, position: TermLoanPosition, write: Worksheet): InstallmentPayoff {
  const principalCents = outstandingPrincipal(position, write);
  const dueInterestCents = dueInterest(position, write);
  const chargedInterestCents = chargedInterest(terms, position, { principalCents, dueInterestCents }, write);
  return cappedPayoff({ principalCents, dueInterestCents, chargedInterestCents }, position, write);
}

type Owed = { principalCents: Cents; dueInterestCents: Cents };

/** The interest of the current period: by the basis of the terms, or with simple interest all that has accrued beside the due rows. */
function chargedInterest(terms: TermLoanTerms, position: TermLoanPosition, owed: Owed, write: Worksheet): Cents {
  const { interestRatePercentage } = terms;
  const { dueInterestCents } = owed;
  const { accruedInterestCents } = position;
  if (terms.interestMethod === "DAILY")
    return write(
      "chargedInterestCents",
      difference,
      { fromCents: accruedInterestCents, dueInterestCents },
      { fromCents: "ledger", dueInterestCents: "figure dueInterestCents" },
    );
  switch (terms.payoffInterestBasis) {
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
        { balanceCents: bearing(position), interestRatePercentage },
        { balanceCents: "figure principalCents", interestRatePercentage: "terms" },
      );
    case "DAILY":
      return write(
        "chargedInterestCents",
        dailyInterest,
        { balanceCents: bearing(position), interestRatePercentage, days: daysOfCurrentPeriod(position) },
        { balanceCents: "figure principalCents", interestRatePercentage: "terms", days: "calendar" },
      );
  }
}

const isBearing = ({ isOwedBack = false }: UnpaidRow): boolean => !isOwedBack;

/** The outstanding principal that bears interest. */
const bearing = ({ unpaidRows }: TermLoanPosition): Cents =>
  sum(unpaidRows.filter(isBearing).map((row) => row.principalCents));

/** The current period begins where interest is unpaid, or with the last row that is due, because that row has its own interest. */
function daysOfCurrentPeriod(position: TermLoanPosition): number {
  const begins = [
    position.interestFromOn,
    ...rowsDue(position)
      .filter(isBearing)
      .map((row) => row.dueOn),
  ];
  return Math.max(0, Math.min(...begins.map((on) => daysBetween(on, position.effectiveOn))));
}

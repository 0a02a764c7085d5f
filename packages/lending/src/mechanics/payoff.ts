import type { BusinessDate } from "../calendar/business-date.ts";
import { difference, lowestOf, sumOf, total } from "../explain/arithmetic.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import type { AssessedFee, UnpaidFee } from "../ledger/entries.ts";
import { type Cents, sum } from "../money/cents.ts";
import type { Installment } from "./installments/installment.ts";

/** The state of an installment loan on the day of its payoff. */
export type LoanPosition = {
  /** The banking day of the payoff. */
  effectiveOn: BusinessDate;
  /** What is unpaid of each row, oldest first. */
  unpaidRows: readonly UnpaidRow[];
  /** Assessed and unpaid. */
  unpaidFees: readonly UnpaidFee<AssessedFee>[];
  /** Overpaid before and not refunded. */
  creditCents: Cents;
};

export type UnpaidRow = Pick<Installment, "dueOn" | "principalCents" | "interestCents"> & {
  /** A refund that is owed back bears no interest. */
  isOwedBack?: boolean;
};

/** The payoff of an installment loan. */
export type InstallmentPayoff = {
  principalCents: Cents;
  /** The interest of rows that are already due. It was billed when they fell due. */
  dueInterestCents: Cents;
  /** The interest for the current period. The payoff bills it. */
  currentInterestCents: Cents;
  interestCents: Cents;
  feesCents: Cents;
  /** The part of the credit that the payoff uses. */
  creditCents: Cents;
  amountCents: Cents;
};

export const outstandingPrincipal = ({ unpaidRows }: LoanPosition, write: Worksheet): Cents =>
  write(
    "principalCents",
    total,
    { amountsCents: unpaidRows.map((row) => row.principalCents) },
    { amountsCents: "schedule" },
  );

export const dueInterest = (position: LoanPosition, write: Worksheet): Cents =>
  interestOf("dueInterestCents", rowsDue(position), write);

/** The unpaid rows that are due on the day of the payoff or before. */
export const rowsDue = ({ unpaidRows, effectiveOn }: LoanPosition): UnpaidRow[] =>
  unpaidRows.filter((row) => row.dueOn <= effectiveOn);

/**
 * A payoff never costs more than the schedule: rows that are due cost their interest, and the interest charged for the current period is
 * capped at the interest of the rows that are not due yet.
 */
export function cappedPayoff(
  { principalCents, dueInterestCents, chargedInterestCents }: PayoffParts,
  position: LoanPosition,
  write: Worksheet,
): InstallmentPayoff {
  const due = rowsDue(position);
  const notDue = position.unpaidRows.filter((row) => !due.includes(row));
  const scheduledInterestCents = interestOf("scheduledInterestCents", notDue, write);
  const currentInterestCents = write(
    "currentInterestCents",
    lowestOf,
    { chargedInterestCents, scheduledInterestCents },
    {
      chargedInterestCents: "figure chargedInterestCents",
      scheduledInterestCents: "figure scheduledInterestCents",
    },
  );
  const interestCents = write(
    "interestCents",
    sumOf,
    { dueInterestCents, currentInterestCents },
    { dueInterestCents: "figure dueInterestCents", currentInterestCents: "figure currentInterestCents" },
  );
  const feesCents = unpaidFeesOf(position, write);
  const owedCents = write(
    "owedCents",
    sumOf,
    { principalCents, interestCents, feesCents },
    { principalCents: "figure principalCents", interestCents: "figure interestCents", feesCents: "figure feesCents" },
  );
  const creditCents = write(
    "creditCents",
    lowestOf,
    { availableCents: position.creditCents, owedCents },
    { availableCents: "ledger", owedCents: "figure owedCents" },
  );
  const amountCents = write(
    "amountCents",
    difference,
    { fromCents: owedCents, creditCents },
    { fromCents: "figure owedCents", creditCents: "figure creditCents" },
  );
  return {
    principalCents,
    dueInterestCents,
    currentInterestCents,
    interestCents,
    feesCents,
    creditCents,
    amountCents,
  };
}

/** The unpaid fees by their kind. */
function unpaidFeesOf({ unpaidFees }: LoanPosition, write: Worksheet): Cents {
  const of = (kind: AssessedFee) =>
    sum(unpaidFees.filter(({ feeType }) => feeType === kind).map(({ amountCents }) => amountCents));
  return write(
    "feesCents",
    sumOf,
    {
      lateFeesCents: of("LATE_PAYMENT"),
      returnedDebitFeesCents: of("INSUFFICIENT_FUNDS"),
      maintenanceFeesCents: of("MAINTENANCE"),
      extensionFeesCents: of("EXTENSION_FEE"),
    },
    {
      lateFeesCents: "ledger",
      returnedDebitFeesCents: "ledger",
      maintenanceFeesCents: "ledger",
      extensionFeesCents: "ledger",
    },
  );
}

/** What a payoff is made of before the cap. */
export type PayoffParts = { principalCents: Cents; dueInterestCents: Cents; chargedInterestCents: Cents };

const interestOf = (figure: string, rows: readonly UnpaidRow[], write: Worksheet): Cents =>
  write(figure, total, { amountsCents: rows.map((row) => row.interestCents) }, { amountsCents: "schedule" });

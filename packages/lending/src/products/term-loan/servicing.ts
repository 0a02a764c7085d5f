import { bankingDayOnOrAfter } from "../../calendar/banking-day.ts";
import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet, type Worksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import {
  applyToInstallments,
  billInstallments,
  defaultInstallments,
  installmentObligations,
  loanPosition,
  writeOffInstallments,
} from "../../mechanics/installments/servicing.ts";
import {
  applyToSimpleInterest,
  billSimpleInterest,
  defaultSimpleInterest,
  interestIfPaid,
  type Plan,
  standingOn,
  writeOffSimpleInterest,
} from "../../mechanics/installments/simple-interest-servicing.ts";
import {
  type Change,
  type Issued,
  isScheduled,
  type Obligation,
  type Payment,
  type PayoffRequest,
  unpaid,
} from "../../mechanics/obligation.ts";
import type { InstallmentPayoff } from "../../mechanics/payoff.ts";
import { type Cents, noCents, subtract, sum } from "../../money/cents.ts";
import { termLoanFunded } from "./entries.ts";
import { termLoanPayoff } from "./payoff.ts";
import { quoteTermLoan, type TermLoanRequest, termLoanSchedule } from "./quote.ts";
import type { TermLoanTerms } from "./terms.ts";

type IssuedLoan = Issued<TermLoanTerms>;

export function fundTermLoan(terms: TermLoanTerms, request: TermLoanRequest, book: Book) {
  const { schedule, feeAmountCents } = quoteTermLoan(terms, request, plainWorksheet);
  return {
    entries: termLoanFunded(terms, request, book),
    obligations: installmentObligations(schedule, feeAmountCents),
  };
}

// DAILY is simple interest; AMORTIZED and FLAT bill the interest of the schedule.
const isDaily = ({ terms }: IssuedLoan): boolean => terms.interestMethod === "DAILY";

export const billTermLoan = (issued: IssuedLoan, on: BusinessDate): Change =>
  isDaily(issued) ? billSimpleInterest(issued, planOf(issued), on) : billInstallments(issued, on);

export const applyToTermLoan = (issued: IssuedLoan, payment: Payment): Change =>
  isDaily(issued)
    ? applyToSimpleInterest(issued, planOf(issued), payment)
    : applyToInstallments(issued, payment, (request, write) => payOffTermLoan(issued, request, write));

export const defaultTermLoan = (issued: IssuedLoan, on: BusinessDate): Change =>
  isDaily(issued) ? defaultSimpleInterest(issued, planOf(issued), on) : defaultInstallments(issued, on);

export const writeOffTermLoan = (issued: IssuedLoan): Change =>
  isDaily(issued) ? writeOffSimpleInterest(issued, planOf(issued)) : writeOffInstallments(issued);

/** The payoff quote. The rows of a DAILY loan are those of its schedule as it stands on the day of the payoff. */
export function payOffTermLoan(issued: IssuedLoan, request: PayoffRequest, write: Worksheet): InstallmentPayoff {
  const { obligations, accruedInterestCents } = isDaily(issued)
    ? standingOn(issued, planOf(issued), request.effectiveOn)
    : { obligations: issued.obligations, accruedInterestCents: noCents };
  const position = {
    ...loanPosition({ ...issued, obligations }, request),
    loanAmountCents: loanAmountOf(issued),
    interestFromOn: interestFromOn(issued),
    accruedInterestCents,
  };
  return termLoanPayoff(issued.terms, position, write);
}

/**
 * What it costs to pay a row on a later day. Only the interest of a DAILY loan depends on the day: the principal of the row accrues longer, and
 * that of the other rows is not delayed.
 */
export function costOfDelay(
  issued: IssuedLoan,
  { number, from, to }: { number: number; from: BusinessDate; to: BusinessDate },
  today: BusinessDate,
): Cents {
  if (!isDaily(issued) || to <= from) return noCents;
  const plan = planOf(issued);
  const interestIf = (day: BusinessDate) =>
    interestIfPaid(issued, plan, (row) =>
      row.number === number ? day : bankingDayOnOrAfter(row.dueOn < today ? today : row.dueOn),
    );
  return subtract(interestIf(to), interestIf(from));
}

const rowsOf = ({ obligations }: IssuedLoan): Obligation[] =>
  obligations.filter(isScheduled).toSorted((a, b) => a.number - b.number);

const loanAmountOf = (issued: IssuedLoan): Cents => sum(rowsOf(issued).map((row) => row.owed.principalCents));

/** The rows that were signed, from which the terms never deviate. */
const planOf = (issued: IssuedLoan): Plan =>
  termLoanSchedule(issued.terms, { loanAmountCents: loanAmountOf(issued), fundedOn: issued.fundedOn }, plainWorksheet)
    .rows;

/** The due date of the last row before the first with unpaid interest, or funding. */
function interestFromOn(issued: IssuedLoan): BusinessDate {
  const rows = rowsOf(issued);
  const first = rows.findIndex((row) => unpaid(row).interestCents > 0);
  return rows.slice(0, first === -1 ? rows.length : first).at(-1)?.dueOn ?? issued.fundedOn;
}

import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet, type Worksheet } from "../../explain/worksheet.ts";
import { writtenOff } from "../../ledger/entries.ts";
import { reversed } from "../../ledger/entry.ts";
import { add, type Cents, least, negate, noCents, subtract, sum } from "../../money/cents.ts";
import {
  billedUnpaid,
  byItem,
  type Change,
  changed,
  changeOf,
  entryOf,
  type Issued,
  isNotAssessed,
  isOf,
  isPaid,
  joined,
  type NewObligation,
  noAmounts,
  noChange,
  type Obligation,
  type Payment,
  type PayoffRequest,
  unpaid,
  unpaidFees,
  waivedWhole,
} from "../obligation.ts";
import {
  feesInOrder,
  feesPaid,
  type Paid,
  type Payable,
  paidChange,
  pay,
  payablesOf,
  recoveredChange,
  repaymentOrder,
  sumOfPart,
  sumOfPayables,
} from "../payment-application.ts";
import type { InstallmentPayoff, LoanPosition } from "../payoff.ts";
import { feeEarned, feeEarnedByMonth, interestDue, monthDue, repaid, repaidInNonAccrual } from "./entries.ts";
import type { Installment } from "./installment.ts";

// The life of a loan or a draw whose interest is that of its schedule: AMORTIZED and FLAT loans, and draws.

/** The fee that is withheld from a loan or a draw is income of its origination. */
const income = "ORIGINATION_INCOME";

/** The obligations of a funded loan or draw: its rows. Each earns its month's part of the withheld fee when it falls due. */
export function installmentObligations(rows: readonly Installment[], feeAmountCents: Cents): NewObligation[] {
  const feeByMonth = feeEarnedByMonth(feeAmountCents, rows.length);
  return rows.map(({ number, dueOn, principalCents, interestCents }, index) => ({
    number,
    dueOn,
    feeType: null,
    owed: { principalCents, interestCents, feeCents: noCents },
    unearnedFeeCents: feeByMonth[index] ?? noCents,
    rebateTerms: null,
  }));
}

/** Bills the interest and earns the fee of the rows that are due. A product in default is in non-accrual. */
export function billInstallments(issued: Issued<unknown>, on: BusinessDate): Change {
  if (!isAccruing(issued)) return noChange;
  const due = issued.obligations.filter((one) => isNotAssessed(one) && isDueBy(on)(one));
  const unbilledOf = (row: Obligation) => subtract(unpaid(row).interestCents, billedUnpaid(row));
  return joined({
    entries: byItem(due, (row) => row).flatMap(({ item, members }) => {
      const month = { interestCents: sum(members.map(unbilledOf)), feeCents: unearnedOf(members), income } as const;
      return monthDue(month, issued.status, issued.book).map((one) => entryOf(item, one));
    }),
    obligations: due.map((row) =>
      changeOf(row, { billedInterestCents: unbilledOf(row), unearnedFeeCents: negate(row.unearnedFeeCents) }),
    ),
    overpaidCents: noCents,
  });
}

const unearnedOf = (rows: readonly Obligation[]): Cents => sum(rows.map((row) => row.unearnedFeeCents));

export const isAccruing = ({ status, isWrittenOff }: Issued<unknown>): boolean =>
  status !== "DEFAULTED" && !isWrittenOff;

export const isDueBy =
  (on: BusinessDate) =>
  ({ dueOn }: Obligation): boolean =>
    dueOn !== null && dueOn <= on;

/** What was due until the default is billed. The product accrues until this day. */
export const defaultInstallments = (issued: Issued<unknown>, on: BusinessDate): Change =>
  billInstallments({ ...issued, status: "LATE" }, on);

/** The payoff quote of the product: what it charges for the current period differs by product. */
export type PayoffQuote = (request: PayoffRequest, write: Worksheet) => InstallmentPayoff;

/** Applies a settled payment to a loan, or to the draws of a line. */
export function applyToInstallments(issued: Issued<unknown>, payment: Payment, payoff: PayoffQuote): Change {
  if (issued.isWrittenOff) return recoveredChange(issued, payment);
  if (payment.kind === "FEE") return joined(feesPaid(issued, payment));
  const paid = payment.kind === "PAYOFF" ? paidOff(issued, payment, payoff) : repaidInOrder(issued, payment);
  return joined(paid, restOfFeesEarned(issued, paid));
}

const repaidInOrder = (issued: Issued<unknown>, payment: Payment): Change =>
  repaidChange(issued, pay(payment, repaymentOrder(issued.obligations, payment).flatMap(payablesOf)));

/**
 * A payoff pays everything of its loan or draw and waives the scheduled interest that it does not charge. If it is less than that,
 * because something has changed since the quote, it pays the oldest first, fees last, and leaves the rest owed.
 */
function paidOff(issued: Issued<unknown>, payment: Payment, payoff: PayoffQuote): Change {
  const obligations = issued.obligations.filter(isOf(payment));
  const rows = repaymentOrder(obligations, payment);
  const fees = feesInOrder(obligations, payment).flatMap(payablesOf);
  const { currentInterestCents } = payoff(payment, plainWorksheet);
  const charged = chargedByPayoff(rows, payment.effectiveOn, currentInterestCents);
  const isEnough = sumOfPayables([...charged, ...fees]) <= add(payment.amountCents, payment.creditCents);
  const payables = isEnough ? charged : rows.flatMap(payablesOf);
  const paid = repaidChange(issued, pay(payment, [...payables, ...fees]));
  return isEnough ? joined(paid, interestWaived(issued, changed(rows, paid))) : paid;
}

/** What a payoff charges: due rows in full, and of the others the principal and the interest of the current period. */
function chargedByPayoff(
  rows: readonly Obligation[],
  effectiveOn: BusinessDate,
  currentInterestCents: Cents,
): Payable[] {
  let leftCents = currentInterestCents;
  const [due, notDue] = [rows.filter(isDueBy(effectiveOn)), rows.filter((row) => !isDueBy(effectiveOn)(row))];
  const charged = notDue.flatMap(payablesOf).map((payable) => {
    if (payable.part !== "interestCents") return payable;
    const cents = least(payable.cents, leftCents);
    leftCents = subtract(leftCents, cents);
    return { ...payable, cents };
  });
  return [...due.flatMap(payablesOf), ...charged];
}

/** A row that fell due between the day of the payoff and its settlement was billed in the meantime. That is taken back. */
const interestWaived = ({ book }: Issued<unknown>, rows: readonly Obligation[]): Change => ({
  entries: byItem(rows, (row) => row).flatMap(({ item, members }) => {
    const billedCents = sum(members.map(billedUnpaid));
    return billedCents > 0 ? [entryOf(item, reversed(interestDue(billedCents, book)))] : [];
  }),
  obligations: rows.map((row) =>
    changeOf(row, {
      waived: { ...noAmounts, interestCents: unpaid(row).interestCents },
      billedInterestCents: negate(billedUnpaid(row)),
    }),
  ),
  overpaidCents: noCents,
});

/** The change of what a payment pays. Interest that has not been billed is billed first, except in default. */
export function repaidChange(issued: Issued<unknown>, paid: Paid): Change {
  const { book } = issued;
  const isNonAccrual = !isAccruing(issued);
  const unbilled = [...paid.byDebit, ...paid.byCredit].filter(({ isUnbilled }) => isUnbilled);
  const billing = byItem(unbilled, ({ obligation }) => obligation).map(({ item, members }) =>
    entryOf(item, interestDue(sumOfPayables(members), book)),
  );
  const change = paidChange(issued, paid, (payables, item) => {
    const interestCents = sumOfPart(payables, "interestCents");
    const principalCents = sumOfPart(payables, "principalCents");
    if (!isNonAccrual) return [entryOf(item, repaid({ interestCents, principalCents }, book))];
    const unbilledInterestCents = sumOfPayables(payables.filter(({ isUnbilled }) => isUnbilled));
    const billedInterest = { interestCents: subtract(interestCents, unbilledInterestCents), principalCents };
    return [entryOf(item, repaidInNonAccrual({ ...billedInterest, unbilledInterestCents }, book))];
  });
  return { ...change, entries: [...(isNonAccrual ? [] : billing), ...change.entries] };
}

/** The fee of the given rows is earned. */
export const feesEarned = ({ book }: Issued<unknown>, rows: readonly Obligation[]): Change => ({
  entries: byItem(rows, (row) => row).flatMap(({ item, members }) =>
    unearnedOf(members) > 0 ? [entryOf(item, feeEarned(unearnedOf(members), income, book))] : [],
  ),
  obligations: rows.map((row) => changeOf(row, { unearnedFeeCents: negate(row.unearnedFeeCents) })),
  overpaidCents: noCents,
});

/** A loan or draw of which nothing is unpaid any more has earned the rest of its fee. */
export function restOfFeesEarned(issued: Issued<unknown>, change: Change): Change {
  const after = changed(issued.obligations, change).filter(isNotAssessed);
  const paid = byItem(after, (row) => row).filter(({ members }) => members.every(isPaid));
  return feesEarned(
    issued,
    paid.flatMap(({ members }) => members),
  );
}

/** Everything that is owed is written off, by draw. */
export function writeOffInstallments({ obligations, book }: Issued<unknown>): Change {
  const entries = byItem(obligations, (one) => one).flatMap(({ item, members }) => {
    const balance = {
      principalCents: sum(members.map((one) => unpaid(one).principalCents)),
      interestCents: sum(members.map(billedUnpaid)),
      fees: unpaidFees(members),
      unearnedFeeCents: sum(members.map((one) => one.unearnedFeeCents)),
    };
    const owedCents = add(
      balance.principalCents,
      balance.interestCents,
      sum(balance.fees.map((fee) => fee.amountCents)),
    );
    return owedCents > 0 || balance.unearnedFeeCents > 0 ? [entryOf(item, writtenOff(book, balance, income))] : [];
  });
  return joined({ entries, obligations: obligations.map(waivedWhole), overpaidCents: noCents });
}

/** What the payoff quote of a loan or draw is calculated from. */
export function loanPosition({ obligations }: Issued<unknown>, request: PayoffRequest): LoanPosition {
  const owed = obligations.filter(isOf(request)).toSorted((a, b) => a.number - b.number);
  return {
    effectiveOn: request.effectiveOn,
    unpaidRows: owed.filter(isNotAssessed).flatMap((row) => {
      const { principalCents, interestCents } = unpaid(row);
      const { dueOn, isOwedBack } = row;
      return dueOn === null || isPaid(row) ? [] : [{ dueOn, principalCents, interestCents, isOwedBack }];
    }),
    unpaidFees: unpaidFees(owed),
    creditCents: request.creditCents,
  };
}

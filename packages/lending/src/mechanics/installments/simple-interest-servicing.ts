import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { reversed } from "../../ledger/entry.ts";
import { add, type Cents, least, most, negate, noCents, subtract, sum } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import {
  billedUnpaid,
  type Change,
  changed,
  changeOf,
  entryOf,
  type Issued,
  isOf,
  isScheduled,
  joined,
  type Obligation,
  type ObligationChange,
  type Payment,
  type ProductEntry,
  totalOf,
  unpaid,
} from "../obligation.ts";
import { feesInOrder, feesPaid, pay, payablesOf, recoveredChange, repaymentOrder } from "../payment-application.ts";
import { interestDue } from "./entries.ts";
import type { Installment } from "./installment.ts";
import { feesEarned, isAccruing, isDueBy, repaidChange, restOfFeesEarned, writeOffInstallments } from "./servicing.ts";
import { accruedUntil, type Row, unpaidInstallments } from "./simple-interest.ts";

// The life of a loan with simple interest. Interest accrues by days on the principal that is owed. Each event restates the rows: their
// planned payment stays, interest takes the part of it that has accrued, and the last row takes the difference in principal. What is billed
// is always the difference to all that accrued since funding, so an event after a returned payment corrects what was billed before it.

/** A loan with simple interest, as issued. */
export type SimpleInterestIssued = Issued<{ interestRatePercentage: Decimal }>;

/** The rows that were signed. */
export type Plan = readonly Pick<Installment, "number" | "paymentCents">[];

/** Bills what has accrued until the last due date, and earns the fee of the rows that are due. */
export function billSimpleInterest(issued: SimpleInterestIssued, plan: Plan, on: BusinessDate): Change {
  const due = issued.obligations.filter((one) => isScheduled(one) && isDueBy(on)(one));
  const isBilling = isAccruing(issued);
  const until = latest(lastPaymentOn(issued), ...due.flatMap(({ dueOn }) => dueOn ?? []));
  // A returned payment may have been billed for days that are billed again without it, so what was billed can fall.
  const billedCents = isBilling ? most(accrued(issued, until), settledOf(issued)) : heldOf(issued);
  const restatement = issued.isWrittenOff
    ? { on: until, accruedCents: billedCents, billedCents, isProjected: false }
    : { on: until, accruedCents: accrued(issued, until), billedCents, isProjected: true };
  return joined(restated(issued, plan, restatement), feesEarned(issued, isBilling ? due : []));
}

/** What has accrued until the default is billed. */
export function defaultSimpleInterest(issued: SimpleInterestIssued, plan: Plan, on: BusinessDate): Change {
  const accruedCents = accrued(issued, on);
  const billedCents = most(accruedCents, heldOf(issued));
  const due = issued.obligations.filter((one) => isScheduled(one) && isDueBy(on)(one));
  return joined(restated(issued, plan, { on, accruedCents, billedCents, isProjected: true }), feesEarned(issued, due));
}

/**
 * Applies a settled payment: first all interest that has accrued until the payment, then principal, row by row, then what is owed back.
 * Interest that has not accrued is never paid. A payoff pays all of these and the assessed fees.
 */
export function applyToSimpleInterest(issued: SimpleInterestIssued, plan: Plan, payment: Payment): Change {
  if (issued.isWrittenOff) return recoveredChange(issued, payment);
  if (payment.kind === "FEE") return joined(feesPaid(issued, payment));
  const on = latest(payment.effectiveOn, lastEventOn(issued));
  const accruedCents = accrued(issued, on);
  const billedCents = isAccruing(issued) ? most(accruedCents, settledOf(issued)) : heldOf(issued);
  const until = restated(issued, plan, { on, accruedCents, billedCents, isProjected: false });

  const before = { ...issued, obligations: changed(issued.obligations, until) };
  const fees = payment.kind === "PAYOFF" ? feesInOrder(before.obligations.filter(isOf(payment)), payment) : [];
  const owed = repaymentOrder(before.obligations, payment).flatMap(payablesOf);
  const payables = [
    ...owed.filter(({ part }) => part === "interestCents"),
    ...owed.filter(({ obligation, part }) => part !== "interestCents" && !obligation.isOwedBack),
    ...owed.filter(({ obligation }) => obligation.isOwedBack),
    ...fees.flatMap(payablesOf),
  ];
  const paid = joined(repaidChange(before, pay(payment, payables)));

  const scheduled = new Set(rowsOf(before).map(({ id }) => id));
  const paidRows = paid.obligations.filter(({ obligationId }) => scheduled.has(obligationId));
  const principalCents = sum(paidRows.map((one) => one.paid.principalCents));
  const after = {
    ...before,
    obligations: changed(before.obligations, paid),
    principalPaid: [...issued.principalPaid, { on: payment.effectiveOn, principalCents }],
  };
  const rest = restated(after, plan, {
    on,
    accruedCents: accrued(after, on),
    billedCents: heldOf(after),
    isProjected: true,
  });
  const settled = { ...after, obligations: changed(after.obligations, rest) };
  return joined(until, paid, rest, restOfFeesEarned(settled, { entries: [], obligations: [], overpaidCents: noCents }));
}

/** Interest that has not been billed is not owed any more; everything else is written off. */
export function writeOffSimpleInterest(issued: SimpleInterestIssued, plan: Plan): Change {
  const billedCents = heldOf(issued);
  const on = lastEventOn(issued);
  const frozen = restated(issued, plan, { on, accruedCents: billedCents, billedCents, isProjected: false });
  return joined(frozen, writeOffInstallments({ ...issued, obligations: changed(issued.obligations, frozen) }));
}

/** The interest that is unpaid on a day, billed or not, and the obligations as they stand on it. */
export function standingOn(issued: SimpleInterestIssued, plan: Plan, day: BusinessDate) {
  const on = latest(day, lastEventOn(issued));
  const accruedCents = accrued(issued, on);
  const billedCents = isAccruing(issued) ? most(accruedCents, settledOf(issued)) : heldOf(issued);
  const change = restated(issued, plan, { on, accruedCents, billedCents, isProjected: true });
  return {
    obligations: changed(issued.obligations, change),
    accruedInterestCents: subtract(most(accruedCents, billedCents), settledOf(issued)),
  };
}

/** All interest that is left to pay if each row is paid on the given day, or on that of the row before if this is later. */
export function interestIfPaid(issued: SimpleInterestIssued, plan: Plan, dayOf: (row: Row) => BusinessDate): Cents {
  const rows = rowsOf(issued);
  const lastOn = lastEventOn(issued);
  let on = lastOn;
  const installments = unpaidInstallments(
    {
      balance: { cents: sum(rows.map((row) => unpaid(row).principalCents)), source: "ledger" },
      interest: {
        cents: subtract(most(accrued(issued, lastOn), settledOf(issued)), settledOf(issued)),
        source: "ledger",
      },
      interestRatePercentage: issued.terms.interestRatePercentage,
      interestFromOn: lastOn,
      rowsLeft: rowsLeft(rows, plan),
    },
    (row) => {
      on = latest(on, dayOf(row));
      return on;
    },
    plainWorksheet,
  );
  return sum(installments.map(({ interestCents }) => interestCents));
}

type Restatement = {
  on: BusinessDate;
  /** All interest since funding. */
  accruedCents: Cents;
  /** The part of it that is billed afterwards. */
  billedCents: Cents;
  /** Whether the rows hold the interest until they are due, or only what has accrued. */
  isProjected: boolean;
};

/** Restates what is owed on each row, and bills the difference to what was billed before. */
function restated(issued: SimpleInterestIssued, plan: Plan, restatement: Restatement): Change {
  const { on, accruedCents, billedCents, isProjected } = restatement;
  const rows = rowsOf(issued);
  const settledCents = settledOf(issued);
  // Interest from the last payment until a row is due is rounded once, as it is billed, except if more is billed than has accrued.
  const lastOn = lastEventOn(issued);
  const isAsAccrued = accruedCents === accrued(issued, on) && billedCents <= accruedCents;
  const unpaidFrom = isAsAccrued
    ? { on: lastOn, interestCents: accrued(issued, lastOn) }
    : { on, interestCents: most(accruedCents, billedCents) };
  const installments = unpaidInstallments(
    {
      balance: { cents: sum(rows.map((row) => unpaid(row).principalCents)), source: "ledger" },
      interest: { cents: subtract(unpaidFrom.interestCents, settledCents), source: "ledger" },
      interestRatePercentage: issued.terms.interestRatePercentage,
      interestFromOn: unpaidFrom.on,
      rowsLeft: rowsLeft(rows, plan),
    },
    ({ dueOn }) => (isProjected && dueOn > on ? dueOn : on),
    plainWorksheet,
  );
  const byNumber = new Map(installments.map((one) => [one.number, one]));
  let leftCents = subtract(billedCents, settledCents);
  const obligations = rows.map((row): ObligationChange => {
    const { principalCents, interestCents } = byNumber.get(row.number) ?? nothing;
    const billedUnpaidCents = least(leftCents, interestCents);
    leftCents = subtract(leftCents, billedUnpaidCents);
    const before = unpaid(row);
    return changeOf(row, {
      owed: {
        principalCents: subtract(principalCents, before.principalCents),
        interestCents: subtract(interestCents, before.interestCents),
        feeCents: noCents,
      },
      billedInterestCents: subtract(billedUnpaidCents, billedUnpaid(row)),
    });
  });
  return { entries: billing(issued, subtract(billedCents, billedOf(issued))), obligations, overpaidCents: noCents };
}

const nothing = { principalCents: noCents, interestCents: noCents };

/** A payment that counts from a day before the last bill lowers what was billed. */
function billing({ book }: SimpleInterestIssued, differenceCents: Cents): ProductEntry[] {
  const item = { drawId: null, invoiceId: null };
  if (differenceCents === 0) return [];
  return differenceCents > 0
    ? [entryOf(item, interestDue(differenceCents, book))]
    : [entryOf(item, reversed(interestDue(negate(differenceCents), book)))];
}

/** The rows with an unpaid part of their planned payment. The last planned row is always one of them, because it takes the difference. */
function rowsLeft(rows: readonly Obligation[], plan: Plan): Row[] {
  const planned = new Map(plan.map(({ number, paymentCents }) => [number, paymentCents]));
  const open = rows.flatMap((row): Row[] => {
    const paymentCents = planned.get(row.number) ?? noCents;
    if (row.dueOn === null || paymentCents === 0) return [];
    const leftCents = subtract(paymentCents, add(totalOf(row.paid), totalOf(row.waived)));
    return [{ number: row.number, dueOn: row.dueOn, planned: { cents: most(noCents, leftCents), source: "schedule" } }];
  });
  return open.filter((row, index) => row.planned.cents > 0 || index === open.length - 1);
}

const rowsOf = ({ obligations }: SimpleInterestIssued): Obligation[] =>
  obligations.filter(isScheduled).toSorted((a, b) => a.number - b.number);

/** All interest since funding. The principal of the rows always adds up to the loan, because restating only moves it. */
function accrued(issued: SimpleInterestIssued, until: BusinessDate): Cents {
  const { terms, fundedOn, principalPaid } = issued;
  const amountCents = sum(rowsOf(issued).map((row) => row.owed.principalCents));
  const { interestRatePercentage } = terms;
  return accruedUntil({ amountCents, interestRatePercentage, fundedOn }, principalPaid, until);
}

/** Interest that was paid or written off. What is billed is never less, also if a payment before it was returned. */
const settledOf = (issued: SimpleInterestIssued): Cents =>
  sum(rowsOf(issued).map(({ paid, waived }) => add(paid.interestCents, waived.interestCents)));

/** All interest that was billed since funding. */
const billedOf = (issued: SimpleInterestIssued): Cents => add(settledOf(issued), sum(rowsOf(issued).map(billedUnpaid)));

/** What is billed when nothing more is billed. */
const heldOf = (issued: SimpleInterestIssued): Cents => most(billedOf(issued), settledOf(issued));

/** The day of the last payment, or of funding. Each payment bills what has accrued until its day, also if it pays interest only. */
const lastPaymentOn = ({ fundedOn, principalPaid }: SimpleInterestIssued): BusinessDate =>
  latest(fundedOn, ...principalPaid.map(({ on }) => on));

/** The day of the last payment that paid principal, or of funding. */
const lastEventOn = ({ fundedOn, principalPaid }: SimpleInterestIssued): BusinessDate =>
  latest(fundedOn, ...principalPaid.filter(({ principalCents }) => principalCents !== 0).map(({ on }) => on));

const latest = (first: BusinessDate, ...others: readonly BusinessDate[]): BusinessDate =>
  [first, ...others].toSorted().at(-1) ?? first;

import { type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { difference, lowestOf, sumOf, total } from "../../explain/arithmetic.ts";
import type { Formula, Source } from "../../explain/formula.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { type Cents, noCents, subtract, sum } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import type { Installment } from "./installment.ts";
import { dailyInterest } from "./level-payment.ts";

/** The principal that accrues interest, and the day from which it does: the last settled payment, or funding. */
export type Accruing = { balance: Known; interestRatePercentage: Decimal; interestFromOn: BusinessDate };

/** An amount and where it comes from. */
export type Known = { cents: Cents; source: Source };

/** The interest that a payment bills: what accrued since the last settled payment, by days. */
export function interestBilled(figure: string, loan: Accruing, settledOn: BusinessDate, write: Worksheet): Cents {
  const { balance, interestRatePercentage, interestFromOn } = loan;
  const days = daysBetween(interestFromOn, settledOn);
  if (days < 0) throw new RangeError(`${settledOn} is before the last settled payment of ${interestFromOn}`);
  return write(
    figure,
    dailyInterest,
    { balanceCents: balance.cents, interestRatePercentage, days },
    { balanceCents: balance.source, interestRatePercentage: "terms", days: "calendar" },
  );
}

/** Principal that a payment paid, and the day from which it bears no interest. */
export type PrincipalPaid = { on: BusinessDate; principalCents: Cents };

/**
 * All interest that accrued from funding until a day. It depends on nothing but the loan and its principal payments, so what is billed can
 * always be compared with it, also after a payment was returned.
 */
export function accruedUntil(
  loan: Pick<SimpleInterestLoan, "amountCents" | "interestRatePercentage" | "fundedOn">,
  principalPaid: readonly PrincipalPaid[],
  until: BusinessDate,
): Cents {
  let balanceCents = loan.amountCents;
  let fromOn = loan.fundedOn;
  const accruedCents: Cents[] = [];
  const accrueUntil = (on: BusinessDate) => {
    const days = daysBetween(fromOn, on);
    accruedCents.push(dailyInterest.value({ balanceCents, interestRatePercentage: loan.interestRatePercentage, days }));
    fromOn = on;
  };
  const counting = principalPaid.filter(({ on, principalCents }) => principalCents !== 0 && on <= until);
  for (const { on, principalCents } of counting.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))) {
    if (on > fromOn) accrueUntil(on);
    balanceCents = subtract(balanceCents, principalCents);
  }
  if (until > fromOn) accrueUntil(until);
  return sum(accruedCents);
}

/** A funded loan with simple interest. */
export type SimpleInterestLoan = {
  amountCents: Cents;
  interestRatePercentage: Decimal;
  fundedOn: BusinessDate;
  /** The rows that were signed, with their current due dates. */
  plan: readonly Pick<Installment, "number" | "dueOn" | "paymentCents">[];
  /** In the order in which they settled, none after today. */
  payments: readonly SettledPayment[];
};

/** A payment that succeeded, on the effective date of its order. */
export type SettledPayment = { settledOn: BusinessDate; amountCents: Cents };

export type SimpleInterestSchedule = {
  paid: PaidInstallment[];
  /** What is unpaid of each row. */
  unpaid: Installment[];
  /** The day of the last settled payment, or of funding. */
  interestFromOn: BusinessDate;
  /** Billed by payments that did not cover it. It is owed with the next row and bears no interest. */
  carriedInterestCents: Cents;
  overpaidCents: Cents;
};

/** What one payment settled of one row. A row that was paid in two parts has two of them. */
export type PaidInstallment = Installment & { paidOn: BusinessDate };

/**
 * The schedule of a loan with simple interest as it stands on a day. Paid rows show what was: a payment first pays the interest that
 * accrued until it settled, so a late payment costs more and an early one less. Unpaid rows keep their planned payment and are taken as
 * paid when they are due, or today if that is past. The last row takes the difference. Without payments this is the plan.
 */
export function simpleInterestSchedule(
  loan: SimpleInterestLoan,
  today: BusinessDate,
  write: Worksheet,
): SimpleInterestSchedule {
  let account: Account = {
    balance: { cents: loan.amountCents, source: "request" },
    interestRatePercentage: loan.interestRatePercentage,
    interestFromOn: loan.fundedOn,
    interest: { cents: noCents, source: "ledger" },
    // At a high rate a long plan can end early. Its last rows are empty and take no difference.
    rowsLeft: loan.plan
      .filter((row) => row.paymentCents > 0)
      .map(({ number, dueOn, paymentCents }) => ({
        number,
        dueOn,
        planned: { cents: paymentCents, source: "schedule" },
      })),
  };

  const paid: PaidInstallment[] = [];
  const leftCents: Cents[] = [];
  for (const [index, { settledOn, amountCents }] of loan.payments.entries()) {
    account = billed(account, `payment.${index + 1}`, settledOn, write);
    let left: Known = { cents: amountCents, source: "ledger" };
    while (left.cents > 0 && isOwing(account)) {
      const part = `paid.${paid.length + 1}`;
      const settled = settledRow(account, nextRow(account), left, part, write);
      paid.push({ ...settled.installment, paidOn: settledOn });
      left = derived(`${part}.leftCents`, difference, { fromCents: left, paymentCents: settled.payment }, write);
      account = settled.account;
    }
    leftCents.push(left.cents);
  }

  const { interestFromOn, interest } = account;
  return {
    paid,
    unpaid: unpaidInstallments(account, (row) => (row.dueOn < today ? today : row.dueOn), write),
    interestFromOn,
    carriedInterestCents: derived("carriedInterestCents", sumOf, { unpaidInterestCents: interest }, write).cents,
    overpaidCents: write("overpaidCents", total, { amountsCents: leftCents }, { amountsCents: "ledger" }),
  };
}

/** What is unpaid of each row that is left, if it is paid on the given day: its planned payment, and the last row takes the rest. */
export function unpaidInstallments(
  owing: Account,
  paidOn: (row: Row) => BusinessDate,
  write: Worksheet,
): Installment[] {
  let account = owing;
  const unpaid: Installment[] = [];
  while (isOwing(account)) {
    const figure = `unpaid.${unpaid.length + 1}`;
    const row = nextRow(account);
    account = billed(account, figure, paidOn(row), write);
    const settled = settledRow(account, row, null, figure, write);
    unpaid.push(settled.installment);
    account = settled.account;
  }
  return unpaid;
}

/** The loan between two payments. */
export type Account = Accruing & {
  /** Billed and unpaid. */
  interest: Known;
  rowsLeft: readonly Row[];
};

/** A row, and what is unpaid of its planned payment. */
export type Row = { number: number; dueOn: BusinessDate; planned: Known };

const isOwing = ({ balance, interest }: Account): boolean => balance.cents > 0 || interest.cents > 0;

function nextRow({ rowsLeft }: Account): Row {
  const [row] = rowsLeft;
  if (!row) throw new RangeError("the plan does not repay the loan");
  return row;
}

/** Bills the interest that accrued until a day. */
function billed(account: Account, prefix: string, on: BusinessDate, write: Worksheet): Account {
  const figure = `${prefix}.billedInterestCents`;
  const billedInterestCents: Known = { cents: interestBilled(figure, account, on, write), source: `figure ${figure}` };
  const parts = { carriedInterestCents: account.interest, billedInterestCents };
  return {
    ...account,
    interest: derived(`${prefix}.owedInterestCents`, sumOf, parts, write),
    interestFromOn: on,
  };
}

/** Settles a row, or the part of it that the money covers: interest first, then principal. */
function settledRow(account: Account, row: Row, money: Known | null, prefix: string, write: Worksheet) {
  const { balance, interest, rowsLeft } = account;
  const figure = (name: string) => `${prefix}.${name}`;
  const owed = derived(figure("owedCents"), sumOf, { balanceCents: balance, interestCents: interest }, write);
  const limits = rowsLeft.length === 1 ? { owedCents: owed } : { owedCents: owed, plannedCents: row.planned };
  const due = derived(figure("dueCents"), lowestOf, limits, write);
  const covered = money === null ? { dueCents: due } : { dueCents: due, moneyCents: money };
  const payment = derived(figure("paymentCents"), lowestOf, covered, write);
  const interestFirst = { paymentCents: payment, owedInterestCents: interest };
  const paidInterest = derived(figure("interestCents"), lowestOf, interestFirst, write);
  const less = (name: string, fromCents: Known, lessCents: Known) =>
    derived(figure(name), difference, { fromCents, lessCents }, write);
  const principal = less("principalCents", payment, paidInterest);
  const balanceAfter = less("balanceCents", balance, principal);
  const rest = { ...row, planned: less("plannedLeftCents", row.planned, payment) };
  const after: Account = {
    ...account,
    balance: balanceAfter,
    interest: less("unpaidInterestCents", interest, paidInterest),
    rowsLeft: payment.cents === due.cents ? rowsLeft.slice(1) : [rest, ...rowsLeft.slice(1)],
  };
  const installment: Installment = {
    number: row.number,
    dueOn: row.dueOn,
    paymentCents: payment.cents,
    principalCents: principal.cents,
    interestCents: paidInterest.cents,
    balanceCents: balanceAfter.cents,
  };
  return { installment, payment, account: after };
}

/** A figure made of known amounts. */
function derived<Name extends string>(
  figure: string,
  formula: Formula<Record<Name, Cents>, Cents>,
  amounts: Record<Name, Known>,
  write: Worksheet,
): Known {
  const each = <T>(part: (known: Known) => T) =>
    Object.fromEntries(Object.entries<Known>(amounts).map(([name, known]) => [name, part(known)])) as Record<Name, T>;
  return {
    cents: write(
      figure,
      formula,
      each((known) => known.cents),
      each((known) => known.source),
    ),
    source: `figure ${figure}`,
  };
}

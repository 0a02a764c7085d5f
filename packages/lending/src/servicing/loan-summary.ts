import { bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import type { BusinessDate } from "../calendar/business-date.ts";
import { saysFlatCharge } from "../disclosures/flat-charge.ts";
import { difference, sumOf, total } from "../explain/arithmetic.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import { monthsOf } from "../mechanics/installments/installment.ts";
import { issuedProductLifecycle, type LoanStatus } from "../mechanics/issued-product.ts";
import { isAssessed, isPaid, isScheduled, type Obligation, totalOf, unpaid } from "../mechanics/obligation.ts";
import { type PaymentRowStatus, paymentRowStatuses } from "../mechanics/payment-row.ts";
import { type Cents, cents, sum } from "../money/cents.ts";
import { monthlyRateShown, remainingMonths } from "../products/term-loan/offer-display.ts";
import { termLoanRowStatus } from "../products/term-loan/payment-row.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";
import type { TermLoanTerms } from "../products/term-loan/terms.ts";
import { daysPastDueOf, isMissed } from "./aging.ts";
import { type ItemOrder, isOnItsWay, isWithdrawable } from "./collection.ts";
import { dueNow } from "./pay-now.ts";
import { shownFailure } from "./shown-failure.ts";

/** A funded term loan as the figures of its pages are computed from it. */
export type ServicedLoan = {
  terms: TermLoanTerms;
  loanAmountCents: Cents;
  fundedOn: BusinessDate;
  loanStatus: LoanStatus;
  /** The state of the business. Its law may forbid to show a rate by the month. */
  state: string | null;
  obligations: readonly Obligation[];
  ordersOf: (obligation: Obligation) => readonly ItemOrder[];
  /** The day of the signed schedule, which stays when a payment is moved. */
  originalDueOn: ReadonlyMap<string, BusinessDate>;
  /** The day of the last payment of an obligation. */
  paidOn: ReadonlyMap<string, BusinessDate>;
  today: BusinessDate;
};

/** What has fallen due of a product, and what is to come of it. */
export type DueFacts = Pick<ServicedLoan, "obligations" | "ordersOf" | "loanStatus" | "today">;

type Parts = { principalCents: Cents; interestCents: Cents; feeCents: Cents };

/** A row of the schedule as it stands. */
export type LoanRow = Parts & {
  obligationId: string;
  number: number;
  dueOn: BusinessDate;
  originalDueOn: BusinessDate;
  /** The banking day of its debit. Null if it is overdue and none is ordered. */
  takenOn: BusinessDate | null;
  amountCents: Cents;
  paid: Parts & { amountCents: Cents };
  status: PaymentRowStatus;
  isOnItsWay: boolean;
};

/** An amount that has fallen due and is unpaid: an installment, or a fee by its type. */
export type DueLine = {
  kind: "INSTALLMENT" | NonNullable<Obligation["feeType"]>;
  dueOn: BusinessDate;
  unpaidCents: Cents;
  /** The name of the amount in the calculation. */
  figure: string;
};

/** The figures of a funded term loan that its business is shown. */
export function loanSummary(loan: ServicedLoan, write: Worksheet) {
  const { terms, loanAmountCents, fundedOn, today } = loan;
  const schedule = loanRows(loan);
  const isOver = issuedProductLifecycle.isOver(loan.loanStatus);
  const quote = quoteTermLoan(terms, { loanAmountCents, fundedOn }, write);
  const paidPrincipal = schedule.map(({ paid }) => paid.principalCents).filter((amount) => amount > 0);
  const repaidPrincipalCents = write(
    "repaidPrincipalCents",
    total,
    { amountsCents: paidPrincipal },
    { amountsCents: "ledger" },
  );
  const waivedPrincipalCents = sum(loan.obligations.filter(isScheduled).map(({ waived }) => waived.principalCents));
  return {
    loanAmountCents,
    termMonths: monthsOf(terms.durationDays),
    remainingMonths: monthsLeft(schedule),
    repaidPrincipalCents,
    remainingPrincipalCents: write(
      "remainingPrincipalCents",
      difference,
      { fromCents: loanAmountCents, repaidPrincipalCents, waivedPrincipalCents },
      { fromCents: "request", repaidPrincipalCents: "figure repaidPrincipalCents", waivedPrincipalCents: "ledger" },
    ),
    monthlyPaymentCents: isOver ? null : quote.monthlyPaymentCents,
    interestRatePercentage: terms.interestRatePercentage,
    monthlyRatePercentage: saysFlatCharge(loan.state) ? null : monthlyRateShown(terms.interestRatePercentage),
    aprPercentage: quote.aprPercentage,
    lastPaymentOn: schedule.at(-1)?.dueOn ?? quote.lastPaymentOn,
    nextPayment: isOver ? null : nextPayment(loan, schedule, write),
    overdue: overdueOf(loan, write),
    fees: loan.obligations
      .filter((one) => isAssessed(one) && !isPaid(one))
      .flatMap((fee) => {
        const { dueOn, feeType } = fee;
        if (dueOn === null || feeType === null) return [];
        return { feeType, dueOn, takenOn: standingDay(loan, fee), unpaidCents: totalOf(unpaid(fee)) };
      }),
    schedule,
    today,
  };
}

export type LoanSummary = ReturnType<typeof loanSummary>;

/** The rows of the schedule, in the order in which they fall due. */
export function loanRows(loan: ServicedLoan): LoanRow[] {
  return loan.obligations.filter(isScheduled).flatMap((row): LoanRow[] => {
    const { id, number, dueOn, owed, paid } = row;
    if (dueOn === null) return [];
    // What is written off is not owed any more, and was not paid.
    const isSettled = isPaid(row) && row.waived.principalCents === 0;
    return [
      {
        obligationId: id,
        number,
        dueOn,
        originalDueOn: loan.originalDueOn.get(id) ?? dueOn,
        takenOn: isSettled ? (loan.paidOn.get(id) ?? null) : debitDay(loan, row, dueOn),
        ...owed,
        amountCents: totalOf(owed),
        paid: { ...paid, amountCents: totalOf(paid) },
        status: termLoanRowStatus({ dueOn, isPaid: isSettled }, loan.today),
        isOnItsWay: !isSettled && loan.ordersOf(row).some(isOnItsWay),
      },
    ];
  });
}

/** The months that are left by the days of the signed schedule. */
function monthsLeft(schedule: readonly LoanRow[]): number {
  const next = schedule.find(({ status }) => status !== paymentRowStatuses.PAID);
  const last = schedule.at(-1);
  return next && last ? remainingMonths(next.originalDueOn, last.originalDueOn) : 0;
}

/** The day of the debit that is on its way or waits for its day. */
export function standingDay({ ordersOf }: DueFacts, obligation: Obligation): BusinessDate | null {
  const standing = ordersOf(obligation).findLast((order) => isOnItsWay(order) || isWithdrawable(order));
  return standing?.effectiveOn ?? null;
}

export function debitDay(loan: DueFacts, row: Obligation, dueOn: BusinessDate): BusinessDate | null {
  return standingDay(loan, row) ?? (dueOn >= loan.today ? bankingDayOnOrAfter(dueOn) : null);
}

/** Whether a row is unpaid although its day has come: its debit has failed, or there is none. */
export const isOverdue = ({ ordersOf, today }: DueFacts, row: Obligation): boolean => {
  const { dueOn } = row;
  if (dueOn === null || dueOn > today || isPaid(row)) return false;
  const orders = ordersOf(row);
  return isMissed({ dueOn, orders }) && (dueOn < today || orders.some(({ status }) => status === "FAILED_PAYMENT"));
};

function nextPayment(loan: ServicedLoan, schedule: readonly LoanRow[], write: Worksheet) {
  const row = loan.obligations.find((one) => isScheduled(one) && !isPaid(one) && !isOverdue(loan, one));
  const shown = schedule.find(({ obligationId }) => obligationId === row?.id);
  if (!row || !shown) return null;
  const { dueOn, originalDueOn, takenOn, isOnItsWay: isProcessing } = shown;
  const amountCents = write("nextPaymentCents", sumOf, unpaid(row), {
    principalCents: "schedule",
    interestCents: "schedule",
    feeCents: "schedule",
  });
  return { obligationId: row.id, amountCents, dueOn, originalDueOn, takenOn, isOnItsWay: isProcessing };
}

/** What has fallen due and is unpaid, line by line, and why. Null while nothing is overdue. */
export function overdueOf(loan: DueFacts, write: Worksheet) {
  const { obligations, ordersOf, today, loanStatus } = loan;
  const rows = obligations.filter((one) => isScheduled(one) && isOverdue(loan, one));
  const { items } = dueNow(
    obligations.filter((one) => !isPaid(one)),
    today,
  );
  if (rows.length === 0 && (loanStatus !== "DEFAULTED" || items.length === 0)) return null;
  const lines = items.flatMap((item, at): DueLine[] => {
    const { dueOn } = item;
    if (dueOn === null) return [];
    const figure = `overdueLine${at + 1}Cents`;
    const unpaidCents = write(figure, sumOf, unpaid(item), {
      principalCents: "ledger",
      interestCents: "ledger",
      feeCents: "ledger",
    });
    return [{ kind: isAssessed(item) ? item.feeType : "INSTALLMENT", dueOn, unpaidCents, figure }];
  });
  const totalCents = write(
    "overdueCents",
    sumOf,
    {
      installmentsCents: totalIn(lines, (kind) => kind === "INSTALLMENT"),
      feesCents: totalIn(lines, (kind) => kind !== "INSTALLMENT"),
    },
    { installmentsCents: "ledger", feesCents: "ledger" },
  );
  const [first] = rows;
  return {
    /** Of the payment that is past due for longest. */
    daysPastDue: Math.max(
      0,
      ...rows.map((row) => daysPastDueOf({ dueOn: dueOnOf(row), orders: ordersOf(row) }, today)),
    ),
    oldestDueOn: first ? dueOnOf(first) : null,
    failure: first ? failureOf(ordersOf(first)) : null,
    /** The day of the debit that is to come. */
    retryOn: first ? standingDay(loan, first) : null,
    isOnItsWay: rows.some((row) => ordersOf(row).some(isOnItsWay)),
    lines,
    totalCents,
  };
}

const totalIn = (lines: readonly DueLine[], includes: (kind: DueLine["kind"]) => boolean): Cents =>
  cents(lines.filter(({ kind }) => includes(kind)).reduce((all, { unpaidCents }) => all + unpaidCents, 0));

const dueOnOf = ({ dueOn }: Obligation): BusinessDate => {
  if (dueOn === null) throw new RangeError("an installment without a due day");
  return dueOn;
};

function failureOf(orders: readonly ItemOrder[]) {
  const failed = orders.findLast(({ status }) => status === "FAILED_PAYMENT");
  return failed ? { debitedOn: failed.effectiveOn, kind: shownFailure(failed.failureReason) } : null;
}

import type { BusinessDate } from "../calendar/business-date.ts";
import { saysFlatCharge } from "../disclosures/flat-charge.ts";
import { difference, sumOf, total } from "../explain/arithmetic.ts";
import { formula } from "../explain/formula.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import { availableLimit } from "../mechanics/available-limit.ts";
import { monthsOf } from "../mechanics/installments/installment.ts";
import { issuedProductLifecycle, type LoanStatus } from "../mechanics/issued-product.ts";
import { isAssessed, isPaid, isScheduled, type Obligation, totalOf, unpaid } from "../mechanics/obligation.ts";
import { type Cents, cents, most, noCents, subtract, sum } from "../money/cents.ts";
import {
  drawPaymentRowStatus,
  drawStatuses,
  opensDrawDetails,
  type PaymentDisplayStatus,
  paymentDisplayStatuses,
  paymentScheduleRowStatus,
} from "../products/line-of-credit/draw-display.ts";
import type { DrawRequestState } from "../products/line-of-credit/draw-request.ts";
import { quoteDraw } from "../products/line-of-credit/quote.ts";
import type { LineOfCreditTerms } from "../products/line-of-credit/terms.ts";
import {
  type CreditLine,
  leastDrawCents,
  mostDrawable,
  whyNotDrawAtAll,
} from "../products/line-of-credit/why-not-draw.ts";
import { monthlyRateShown } from "../products/term-loan/offer-display.ts";
import { daysPastDueOf, lateFromDays } from "./aging.ts";
import { type ItemOrder, isOnItsWay } from "./collection.ts";
import { lineHealth } from "./line-health.ts";
import { debitDay, isOverdue, overdueOf, standingDay } from "./loan-summary.ts";

/** A draw as it was requested, with what has become of it. */
export type DrawFacts = {
  id: string;
  state: DrawRequestState;
  amountCents: Cents;
  feeCents: Cents;
};

/** A line of credit as the figures of its pages are computed from it. */
export type ServicedLine = {
  /** The signed terms, with the limit of today. */
  terms: LineOfCreditTerms;
  line: CreditLine;
  /** The amount of draws that wait for their payout. */
  reservedPrincipalCents: Cents;
  /** The first one first. */
  draws: readonly DrawFacts[];
  /** The state of the business. Its law may forbid to show a rate by the month. */
  state: string | null;
  obligations: readonly Obligation[];
  ordersOf: (obligation: Obligation) => readonly ItemOrder[];
  /** The day of the last payment of an obligation. */
  paidOn: ReadonlyMap<string, BusinessDate>;
  today: BusinessDate;
};

/** A payment of a draw. Its status differs between the page of the draw and the schedule of all draws. */
export type DrawPaymentRow = {
  obligationId: string;
  number: number;
  dueOn: BusinessDate;
  /** The banking day of its debit. Null if it is overdue and none is ordered. */
  takenOn: BusinessDate | null;
  principalCents: Cents;
  interestCents: Cents;
  amountCents: Cents;
  unpaidCents: Cents;
  isPaid: boolean;
  drawStatus: PaymentDisplayStatus;
  scheduleStatus: PaymentDisplayStatus;
};

const limitLeft = formula({
  name: "available-limit",
  version: 1,
  words:
    "The limit less what is drawn and what is reserved for draws on their way. Zero once the line is in default or closed.",
  exact: (use: {
    loanStatus: LoanStatus;
    limitCents: Cents;
    openPrincipalCents: Cents;
    reservedPrincipalCents: Cents;
  }) => availableLimit(use),
});

/** The figures of a line of credit that its business is shown. */
export function lineSummary(serviced: ServicedLine, write: Worksheet) {
  const { terms, line, reservedPrincipalCents, today } = serviced;
  const { loanStatus } = line;
  const facts = { ...serviced, loanStatus };
  const draws = serviced.draws.map((draw) => drawOf(serviced, draw, write));
  const openPrincipalCents = write(
    "openPrincipalCents",
    total,
    { amountsCents: draws.map((draw) => draw.openPrincipalCents).filter((amount) => amount > 0) },
    { amountsCents: "ledger" },
  );
  const limitCents = isStopped(loanStatus) ? noCents : terms.approvedLimitCents;
  const availableCents = write(
    "availableCents",
    limitLeft,
    { loanStatus, limitCents: terms.approvedLimitCents, openPrincipalCents, reservedPrincipalCents },
    {
      loanStatus: "ledger",
      limitCents: "terms",
      openPrincipalCents: "figure openPrincipalCents",
      reservedPrincipalCents: "ledger",
    },
  );
  const wholeCents = most(cents(leastDrawCents), terms.approvedLimitCents);
  const whole = quoteDraw(terms, { amountCents: wholeCents, fundedOn: today }, write);
  const nextPayment = nextPaymentOf(serviced, draws, write);
  const daysPastDue = Math.max(0, ...draws.map((draw) => draw.daysPastDue));
  return {
    loanStatus,
    today,
    limitCents,
    availableCents,
    drawableCents: mostDrawable(line),
    openPrincipalCents,
    reservedPrincipalCents,
    maturesOn: line.maturesOn,
    termMonths: monthsOf(terms.repaymentDurationDays),
    monthlyRatePercentage: saysFlatCharge(serviced.state) ? null : monthlyRateShown(terms.interestRatePercentage),
    /** Of the whole line drawn at once. */
    aprPercentage: whole.aprWithMaintenancePercentage,
    monthlyMaintenanceFeeCents: whole.monthlyMaintenanceFeeCents,
    whyNotDraw: whyNotDrawAtAll(line, today),
    health: issuedProductLifecycle.isOver(loanStatus)
      ? []
      : lineHealth(line, daysPastDue, nextPayment?.dueOn ?? null, today),
    nextPayment: issuedProductLifecycle.isOver(loanStatus) ? null : nextPayment,
    overdue: overdueOf(facts, write),
    fees: serviced.obligations
      .filter((one) => isAssessed(one) && !isPaid(one))
      .flatMap((fee) => {
        const { dueOn, feeType } = fee;
        if (dueOn === null || feeType === null) return [];
        return { feeType, dueOn, takenOn: standingDay(facts, fee), unpaidCents: totalOf(unpaid(fee)) };
      }),
    draws,
  };
}

/** Limits show as 0 when the loan is defaulted or closed. */
const isStopped = (loanStatus: LoanStatus): boolean => loanStatus === "DEFAULTED" || loanStatus === "CLOSED";

export type LineDraw = ReturnType<typeof drawOf>;

function drawOf(serviced: ServicedLine, draw: DrawFacts, write: Worksheet) {
  const { id, state, amountCents, feeCents } = draw;
  const rows = serviced.obligations.filter((one) => isScheduled(one) && one.drawId === id);
  const payments = rows.flatMap((row) => paymentOf(serviced, row));
  const repaidPrincipalCents = sum(rows.map(({ paid }) => paid.principalCents));
  const isFunded = rows.length > 0;
  const openPrincipalCents = write(
    `openPrincipalCents ${id}`,
    difference,
    { fromCents: isFunded ? amountCents : noCents, repaidPrincipalCents },
    { fromCents: "request", repaidPrincipalCents: "ledger" },
  );
  const daysPastDue = Math.max(
    0,
    ...rows.flatMap((row) => {
      const { dueOn } = row;
      if (dueOn === null || isPaid(row)) return [];
      return daysPastDueOf({ dueOn, orders: serviced.ordersOf(row) }, serviced.today);
    }),
  );
  const statuses = drawStatuses({ state, isLate: daysPastDue >= lateFromDays });
  return {
    id,
    state,
    detailsStatus: statuses.details,
    historyStatus: statuses.history,
    opensDetails: opensDrawDetails(state),
    amountCents,
    feeCents,
    receivedCents: subtract(amountCents, feeCents),
    openPrincipalCents,
    daysPastDue,
    payments,
  };
}

function paymentOf(serviced: ServicedLine, row: Obligation): DrawPaymentRow[] {
  const { id, number, dueOn, owed } = row;
  if (dueOn === null) return [];
  const facts = { ...serviced, loanStatus: serviced.line.loanStatus };
  // What is written off is not owed any more, and was not paid.
  const isSettled = isPaid(row) && row.waived.principalCents === 0;
  const order = serviced.ordersOf(row).at(-1)?.status ?? null;
  return [
    {
      obligationId: id,
      number,
      dueOn,
      takenOn: isSettled ? (serviced.paidOn.get(id) ?? null) : debitDay(facts, row, dueOn),
      principalCents: owed.principalCents,
      interestCents: owed.interestCents,
      amountCents: totalOf(owed),
      unpaidCents: totalOf(unpaid(row)),
      isPaid: isSettled,
      drawStatus: isSettled ? paymentDisplayStatuses.PAID : drawPaymentRowStatus(order),
      scheduleStatus: isSettled ? paymentDisplayStatuses.PAID : paymentScheduleRowStatus(order),
    },
  ];
}

/** The next payment of any draw that is not overdue, with the draw and what it frees of the limit. */
function nextPaymentOf(serviced: ServicedLine, draws: readonly LineDraw[], write: Worksheet) {
  const facts = { ...serviced, loanStatus: serviced.line.loanStatus };
  const coming = serviced.obligations
    .filter((one) => isScheduled(one) && !isPaid(one) && !isOverdue(facts, one) && one.dueOn !== null)
    .toSorted((one, other) => ((one.dueOn ?? "") < (other.dueOn ?? "") ? -1 : Number(one.dueOn !== other.dueOn)));
  const [row] = coming;
  const draw = draws.find(({ id }) => id === row?.drawId);
  const shown = draw?.payments.find(({ obligationId }) => obligationId === row?.id);
  if (!row || !draw || !shown) return null;
  const left = unpaid(row);
  return {
    drawId: draw.id,
    obligationId: row.id,
    amountCents: write("nextPaymentCents", sumOf, left, {
      principalCents: "schedule",
      interestCents: "schedule",
      feeCents: "schedule",
    }),
    principalCents: left.principalCents,
    dueOn: shown.dueOn,
    takenOn: shown.takenOn,
    isOnItsWay: serviced.ordersOf(row).some(isOnItsWay),
  };
}

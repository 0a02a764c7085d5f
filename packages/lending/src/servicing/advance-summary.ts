import { addDays, type BusinessDate, daysBetween } from "../calendar/business-date.ts";
import { difference, lowestOf, sumOf, total } from "../explain/arithmetic.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import { issuedProductLifecycle, type LoanStatus } from "../mechanics/issued-product.ts";
import { type Obligation, totalOf, unpaid } from "../mechanics/obligation.ts";
import type { PaymentRowStatus } from "../mechanics/payment-row.ts";
import type { CollectionRhythm } from "../mechanics/sales-share/estimate.ts";
import { type AdvancePricing, quoteAdvance } from "../mechanics/sales-share/quote.ts";
import { expectedCollections } from "../mechanics/sales-share/servicing.ts";
import { type Cents, cents, noCents, subtract, sum } from "../money/cents.ts";
import { advanceRowStatus } from "../products/cash-advance/payment-row.ts";
import { isCalledFor } from "../products/cash-advance/period-debits.ts";
import type { AdvancePeriodState } from "../products/cash-advance/period-lifecycle.ts";
import { daysPastDueOf, isMissed } from "./aging.ts";
import { type ItemOrder, isOnItsWay, isWithdrawable } from "./collection.ts";
import { shownFailure } from "./shown-failure.ts";

/** A sales period of an advance with the debits that were ordered for it. */
export type ServicedPeriod = {
  id: string;
  number: number;
  startsOn: BusinessDate;
  endsOn: BusinessDate;
  paymentOn: BusinessDate;
  state: AdvancePeriodState;
  salesCents: Cents | null;
  carriedCents: Cents;
  amountCents: Cents | null;
  isEstimated: boolean;
  orders: readonly ItemOrder[];
};

/** A funded advance as the figures of its pages are computed from it. */
export type ServicedAdvance = {
  terms: AdvancePricing;
  rhythm: CollectionRhythm;
  fundedOn: BusinessDate;
  loanStatus: LoanStatus;
  /** The advance with its fee. */
  advance: Obligation;
  /** Those of an advance whose share is withheld from each sale are none. */
  periods: readonly ServicedPeriod[];
  /** Whether its account can no longer be debited and no other was named. */
  isInBreach: boolean;
  today: BusinessDate;
};

/** A period as a row of the payment history. */
export type AdvancePeriodRow = Pick<
  ServicedPeriod,
  "startsOn" | "endsOn" | "paymentOn" | "salesCents" | "carriedCents" | "amountCents" | "isEstimated"
> & {
  periodId: string;
  number: number;
  /** Its days have not ended, or its sales are being read. */
  isRunning: boolean;
  /** The day of its last debit that has not failed. Null if there is none. */
  takenOn: BusinessDate | null;
  isOnItsWay: boolean;
  status: PaymentRowStatus;
};

/** The figures of a funded advance that its business is shown. */
export function advanceSummary(serviced: ServicedAdvance, write: Worksheet) {
  const { advance, fundedOn, loanStatus, today, isInBreach } = serviced;
  const advanceAmountCents = advance.owed.principalCents;
  const quote = quoteAdvance(serviced.terms, { advanceAmountCents, fundedOn }, serviced.rhythm, write);
  const { totalPaymentAmountCents, feeAmountCents, repaymentPercentage, estimatedPaymentPerPeriodCents } = quote;
  const isOver = issuedProductLifecycle.isOver(loanStatus);
  const deliveredCents = write(
    "deliveredCents",
    total,
    { amountsCents: totalOf(advance.paid) > 0 ? [totalOf(advance.paid)] : [] },
    { amountsCents: "ledger" },
  );
  const balanceCents = write(
    "advanceBalanceCents",
    difference,
    { fromCents: totalPaymentAmountCents, deliveredCents, waivedCents: totalOf(advance.waived) },
    { fromCents: "figure totalPaymentAmountCents", deliveredCents: "figure deliveredCents", waivedCents: "ledger" },
  );
  return {
    advanceAmountCents,
    feeFactor: String(serviced.terms.feeFactor),
    feeAmountCents,
    totalCents: totalPaymentAmountCents,
    deliveredCents,
    balanceCents,
    repaymentPercentage: String(repaymentPercentage),
    aprPercentage: quote.aprPercentage,
    // 'Auto payment is shown as on for MCA.' Without an account that can be debited, nothing is taken.
    isAutoPaymentOn: !isOver && !isInBreach,
    pace: isOver ? null : paceOf(serviced, balanceCents),
    nextPayment: isOver ? null : nextPayment(serviced, estimatedPaymentPerPeriodCents, write),
    overdue: overdueOf(serviced, write),
    periods: periodRows(serviced),
    today,
  };
}

export type AdvanceSummary = ReturnType<typeof advanceSummary>;

/** The periods in their order. One that has become void is none of them. */
export const periodRows = ({ periods, today }: Pick<ServicedAdvance, "periods" | "today">): AdvancePeriodRow[] =>
  periods
    .filter(({ state }) => state !== "DROPPED")
    .map(({ id, number, startsOn, endsOn, paymentOn, state, orders, ...figures }) => {
      const { salesCents, carriedCents, amountCents, isEstimated } = figures;
      // A retry that waits for its day or is on its way repeats a debit that has failed.
      const isDebitFailedOrMissing = !orders.some((order) => isStanding(order) && !order.isRetry);
      const row = { periodEndOn: endsOn, amountCents, isPaid: state === "PAID", isDebitFailedOrMissing };
      return {
        periodId: id,
        number,
        startsOn,
        endsOn,
        paymentOn,
        salesCents,
        carriedCents,
        amountCents,
        isEstimated,
        isRunning: state === "OPEN",
        takenOn:
          orders.findLast((order) => isStanding(order) || order.status === "SUCCESSFUL_PAYMENT")?.effectiveOn ?? null,
        isOnItsWay: isCalledFor(state) && orders.some(isOnItsWay),
        status: advanceRowStatus(row, today),
      };
    });

const isStanding = (order: ItemOrder): boolean => isOnItsWay(order) || isWithdrawable(order);

type CalledPeriod = { period: ServicedPeriod; unpaidCents: Cents };

/** The called-for periods with what is unpaid of each, within what is owed of the advance. */
function calledPeriods({ advance, periods }: ServicedAdvance): CalledPeriod[] {
  const called = periods.filter(({ state }) => isCalledFor(state));
  const splits = expectedCollections(
    advance,
    called.map(({ amountCents }) => amountCents ?? noCents),
  );
  return called.flatMap((period, at) => {
    const split = splits[at];
    const unpaidCents = split ? totalOf(split) : noCents;
    return unpaidCents > 0 ? [{ period, unpaidCents }] : [];
  });
}

/** Whether a period is unpaid although its day has come: its debit has failed, or there is none. */
const isOverdue = ({ paymentOn, orders }: ServicedPeriod, today: BusinessDate): boolean =>
  paymentOn <= today &&
  isMissed({ dueOn: paymentOn, orders }) &&
  (paymentOn < today || orders.some(({ status }) => status === "FAILED_PAYMENT"));

/** What is unpaid of a period: its share of sales with what true-ups have added, less what was paid of it. */
function unpaidOf({ period, unpaidCents }: CalledPeriod, figure: string, write: Worksheet): Cents {
  const fromCents = period.amountCents ?? noCents;
  return write(
    figure,
    difference,
    { fromCents, deliveredCents: subtract(fromCents, unpaidCents) },
    { fromCents: "ledger", deliveredCents: "ledger" },
  );
}

/** The next share of sales: what a period calls for, or of the running one what the share of average sales is. */
function nextPayment(serviced: ServicedAdvance, estimatedPaymentPerPeriodCents: Cents, write: Worksheet) {
  const { advance, periods, today } = serviced;
  const called = calledPeriods(serviced);
  const next = called.find(({ period }) => !isOverdue(period, today));
  if (next) {
    const { period } = next;
    const { startsOn, endsOn, paymentOn, salesCents, carriedCents, isEstimated, orders } = period;
    return {
      periodId: period.id,
      startsOn,
      endsOn,
      paymentOn,
      takenOn: orders.findLast(isStanding)?.effectiveOn ?? (paymentOn >= today ? paymentOn : null),
      amountCents: unpaidOf(next, "nextPaymentCents", write),
      salesCents,
      carriedCents,
      isEstimated,
      isOnItsWay: orders.some(isOnItsWay),
    };
  }
  const running = periods.find(({ state }) => state === "OPEN");
  const leftCents = cents(totalOf(unpaid(advance)) - sum(called.map(({ unpaidCents }) => unpaidCents)));
  if (!running || leftCents <= 0) return null;
  const { id: periodId, startsOn, endsOn, paymentOn } = running;
  return {
    periodId,
    startsOn,
    endsOn,
    paymentOn,
    takenOn: paymentOn,
    amountCents: write(
      "nextPaymentCents",
      lowestOf,
      { estimatedPaymentPerPeriodCents, leftCents },
      { estimatedPaymentPerPeriodCents: "figure estimatedPaymentPerPeriodCents", leftCents: "ledger" },
    ),
    salesCents: null,
    carriedCents: noCents,
    isEstimated: true,
    isOnItsWay: false,
  };
}

/** What has fallen due and is unpaid, period by period, and when it is tried again. Null while nothing is overdue. */
function overdueOf(serviced: ServicedAdvance, write: Worksheet) {
  const { today } = serviced;
  const missed = calledPeriods(serviced).filter(({ period }) => isOverdue(period, today));
  const [first] = missed;
  if (!first) return null;
  const failed = first.period.orders.findLast(({ status }) => status === "FAILED_PAYMENT");
  return {
    daysPastDue: Math.max(
      ...missed.map(({ period }) => daysPastDueOf({ dueOn: period.paymentOn, orders: period.orders }, today)),
    ),
    failure: failed ? { debitedOn: failed.effectiveOn, kind: shownFailure(failed.failureReason) } : null,
    /** The day of the debit that is to come. */
    retryOn: first.period.orders.findLast(isStanding)?.effectiveOn ?? null,
    isOnItsWay: missed.some(({ period }) => period.orders.some(isOnItsWay)),
    lines: missed.map((called, at) => {
      const { id: periodId, startsOn, endsOn, paymentOn } = called.period;
      /** The name of the amount in the calculation. */
      const figure = `overdueLine${at + 1}Cents`;
      return { periodId, startsOn, endsOn, paymentOn, unpaidCents: unpaidOf(called, figure, write), figure };
    }),
    totalCents: write(
      "overdueCents",
      sumOf,
      { periodsCents: sum(missed.map(({ unpaidCents }) => unpaidCents)) },
      { periodsCents: "ledger" },
    ),
  };
}

const pacePeriods = 8;
const longestPaceDays = 3_650;

/** When the advance is delivered if sales stay as they were in the last periods. Null without sales in them. */
function paceOf({ periods, today }: ServicedAdvance, balanceCents: Cents) {
  const decided = periods
    .filter(({ state, amountCents }) => state !== "DROPPED" && amountCents !== null)
    .slice(-pacePeriods);
  const [first, last] = [decided.at(0), decided.at(-1)];
  const deliveredCents = sum(decided.map(({ amountCents }) => amountCents ?? noCents));
  if (!first || !last || deliveredCents <= 0 || balanceCents <= 0) return null;
  const days = daysBetween(first.startsOn, last.endsOn) + 1;
  const left = Math.ceil((balanceCents * days) / deliveredCents);
  return left > longestPaceDays ? null : { periods: decided.length, doneOn: addDays(today, left) };
}

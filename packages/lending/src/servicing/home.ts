import { bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import { difference, lowestOf, sumOf, total } from "../explain/arithmetic.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import { issuedProductLifecycle, type LoanStatus, type ProductState } from "../mechanics/issued-product.ts";
import { isAssessed, isScheduled, type Obligation, totalOf, unpaid } from "../mechanics/obligation.ts";
import { expectedCollections } from "../mechanics/sales-share/servicing.ts";
import { add, type Cents, noCents, subtract, sum } from "../money/cents.ts";
import { isCalledFor } from "../products/cash-advance/period-debits.ts";
import type { AdvancePeriodState } from "../products/cash-advance/period-lifecycle.ts";
import type { ProductType } from "../products/product-type.ts";
import { collectedOn, type ItemOrder, isOnItsWay } from "./collection.ts";
import { type Covered, isCovered } from "./pay-now.ts";
import { type SummaryAlert, summaryAlert } from "./summary-alert.ts";

/** The account that a payment is taken from, as its owner knows it. */
export type TakenFrom = {
  name: string;
  /** Null where the bank has issued a number of its own for us, whose digits the owner does not know. */
  last4: string | null;
};

/** A debit that has no outcome yet. */
export type OpenDebit = Pick<ItemOrder, "status" | "isClaimed" | "effectiveOn"> & {
  /** The item that it pays. */
  item: string;
  /** What a payment of what was due covers. */
  covers: Covered | null;
  amountCents: Cents;
  account: TakenFrom | null;
};

/** A sales period of an advance that has no end yet. */
export type OpenPeriod = {
  id: string;
  state: AdvancePeriodState;
  paymentOn: BusinessDate;
  /** Null until it is decided. */
  amountCents: Cents | null;
  isEstimated: boolean;
};

/** A product with what is open of it. What is paid and over is not a part of it, however long its history is. */
export type HomeFacts = {
  id: string;
  type: ProductType;
  loanStatus: LoanStatus;
  state: ProductState;
  /** The loan, the advance or the limit. */
  amountCents: Cents;
  /** The principal of draws and invoices that are approved and not funded yet. */
  reservedCents: Cents;
  /** Its obligations of which something is unpaid. */
  open: readonly Obligation[];
  /** The periods of an advance in their order. */
  periods: readonly OpenPeriod[];
  debits: readonly OpenDebit[];
  /** The payoff that is scheduled or being processed. */
  openPayoff: { effectiveOn: BusinessDate; principalCents: Cents; interestCents: Cents; feesCents: Cents } | null;
};

export const paymentKinds = ["PAYMENT", "FEE", "PAYOFF"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Something that is to be paid. */
export type HomePayment = {
  issuedProductId: string;
  kind: PaymentKind;
  dueOn: BusinessDate;
  /** The banking day on which it is taken. Null while nothing takes it. */
  takenOn: BusinessDate | null;
  /** Null for a share of sales that are not known yet. */
  amountCents: Cents | null;
  /** The name of the amount in the calculation. */
  figure: string;
  isEstimated: boolean;
  isLate: boolean;
  account: TakenFrom | null;
};

export const headlines = ["REMAINING_PRINCIPAL", "REMAINING_LIMIT", "ADVANCE_BALANCE", "ON_ITS_WAY"] as const;
export const progresses = ["REPAID", "IN_USE", "DELIVERED"] as const;

export type HomeProduct = {
  headline: { kind: (typeof headlines)[number]; amountCents: Cents };
  /** Null before the payout. */
  progress: { kind: (typeof progresses)[number]; doneCents: Cents; wholeCents: Cents } | null;
  alert: SummaryAlert | null;
  nextPayment: HomePayment | null;
};

export type HomeMoment = {
  now: Date;
  /** The day of that time in New York. */
  today: BusinessDate;
  /** The account that debits go to. */
  account: TakenFrom | null;
  /** Whether it can be debited and its authorization stands. */
  isAutoPaymentOn: boolean;
};

/** Days, with today, for which the home page shows what is to pay. */
export const homeDays = 14;

/** The name of a product's figure in the calculation. */
export const headlineFigure = (issuedProductId: string): string => `headline/${issuedProductId}`;

/** What the home page says of one product. The alerts about offers and missing information are not of a product. */
export function homeProduct(product: HomeFacts, payments: readonly HomePayment[], write: Worksheet): HomeProduct {
  const { headline, progress } = figuresOf(product, write);
  const isOver = issuedProductLifecycle.isOver(product.loanStatus);
  return {
    headline,
    progress,
    alert: summaryAlert({
      isOperator: false,
      offerStep: null,
      onboardingStep: "READY_FOR_SERVICING",
      hasScheduledPayoff: product.openPayoff !== null,
      hasRepaymentOnItsWay: product.debits.some(isOnItsWay),
      loanStatus: product.loanStatus,
      availableCents: headline.kind === "REMAINING_LIMIT" ? headline.amountCents : null,
    }),
    nextPayment: isOver ? null : (payments.find(({ isLate }) => !isLate) ?? null),
  };
}

function figuresOf(product: HomeFacts, write: Worksheet): Pick<HomeProduct, "headline" | "progress"> {
  const { id, type, state, amountCents, loanStatus, reservedCents } = product;
  const scheduled = product.open.filter(isScheduled);
  const figure = headlineFigure(id);
  switch (type) {
    case "TERM_LOAN": {
      if (state === "PENDING") return { headline: { kind: "ON_ITS_WAY", amountCents }, progress: null };
      const left = sum(scheduled.map((one) => unpaid(one).principalCents));
      const doneCents = subtract(amountCents, left);
      const remainingCents = write(
        figure,
        difference,
        { fromCents: amountCents, repaidPrincipalCents: doneCents },
        { fromCents: "request", repaidPrincipalCents: "ledger" },
      );
      return {
        headline: { kind: "REMAINING_PRINCIPAL", amountCents: remainingCents },
        progress: { kind: "REPAID", doneCents, wholeCents: amountCents },
      };
    }
    case "LOC_TERM_LOAN":
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER": {
      const outstandingCents = sum(scheduled.map((one) => unpaid(one).principalCents));
      const used = add(reservedCents, outstandingCents);
      // Limits show as 0 when the loan is defaulted or closed.
      const isStopped = loanStatus === "DEFAULTED" || loanStatus === "CLOSED";
      const availableCents =
        isStopped || used > amountCents
          ? noCents
          : write(
              figure,
              difference,
              { fromCents: amountCents, outstandingCents, reservedCents },
              { fromCents: "terms", outstandingCents: "ledger", reservedCents: "ledger" },
            );
      return {
        headline: { kind: "REMAINING_LIMIT", amountCents: availableCents },
        progress: { kind: "IN_USE", doneCents: used, wholeCents: amountCents },
      };
    }
    case "MCA":
    case "INTEGRATED_MCA": {
      if (state === "PENDING") return { headline: { kind: "ON_ITS_WAY", amountCents }, progress: null };
      const [advance] = scheduled;
      // A repaid advance is over as soon as its last payment has settled.
      if (!advance) return { headline: { kind: "ADVANCE_BALANCE", amountCents: noCents }, progress: null };
      const wholeCents = totalOf(advance.owed);
      const deliveredCents = subtract(wholeCents, totalOf(unpaid(advance)));
      const balanceCents = write(
        figure,
        difference,
        { fromCents: wholeCents, deliveredCents },
        { fromCents: "ledger", deliveredCents: "ledger" },
      );
      return {
        headline: { kind: "ADVANCE_BALANCE", amountCents: balanceCents },
        progress: { kind: "DELIVERED", doneCents: deliveredCents, wholeCents },
      };
    }
  }
}

/**
 * What is unpaid on a product: late payments first, then those of the days that the home page shows by due day, and in any case the next one.
 * A payment that is on its way is not to be paid again.
 */
export function paymentsOf(product: HomeFacts, moment: HomeMoment, write: Worksheet): HomePayment[] {
  const { openPayoff } = product;
  if (openPayoff) return product.debits.some(isOnItsWay) ? [] : [payoffOf(product, openPayoff, moment, write)];
  const items = [...datedItems(product), ...periodItems(product)].toSorted(byDay);
  const last = addDays(moment.today, homeDays - 1);
  const payments: HomePayment[] = [];
  for (const item of items) {
    if (item.dueOn > last && payments.some(({ isLate }) => !isLate)) break;
    const payment = paymentOf(product, item, moment, write);
    if (payment) payments.push(payment);
  }
  return payments.toSorted(byUrgency);
}

function payoffOf(
  { id, debits }: HomeFacts,
  { effectiveOn, ...parts }: NonNullable<HomeFacts["openPayoff"]>,
  { account }: HomeMoment,
  write: Worksheet,
): HomePayment {
  const figure = `payoff/${id}`;
  return {
    issuedProductId: id,
    kind: "PAYOFF",
    dueOn: effectiveOn,
    takenOn: effectiveOn,
    amountCents: write(figure, sumOf, parts, {
      principalCents: "ledger",
      interestCents: "ledger",
      feesCents: "ledger",
    }),
    figure,
    isEstimated: false,
    isLate: false,
    account: debits[0]?.account ?? account,
  };
}

type Item = {
  name: string;
  /** The period of an advance. */
  periodId: string | null;
  kind: "PAYMENT" | "FEE";
  dueOn: BusinessDate;
  /** Null for a share of sales that are not known yet. */
  amount: ((write: Worksheet, figure: string) => Cents) | null;
  isEstimated: boolean;
};

const datedItems = ({ open }: HomeFacts): Item[] =>
  open.flatMap((one): Item[] => {
    if (one.dueOn === null) return [];
    const isFee = isAssessed(one);
    return [
      {
        name: `${isFee ? "fee" : "installment"}/${one.id}`,
        periodId: null,
        kind: isFee ? "FEE" : "PAYMENT",
        dueOn: one.dueOn,
        amount: (write, figure) =>
          write(figure, sumOf, unpaid(one), {
            principalCents: "ledger",
            interestCents: "ledger",
            feeCents: "ledger",
          }),
        isEstimated: false,
      },
    ];
  });

/** The periods of an advance call for at most what is left of it. That of a running period is not known. */
function periodItems({ open, periods }: HomeFacts): Item[] {
  const advance = open.find(isScheduled);
  if (!advance) return [];
  const called = periods.filter(({ state }) => isCalledFor(state));
  const splits = expectedCollections(
    advance,
    called.map(({ amountCents }) => amountCents ?? noCents),
  );
  const leftCents = totalOf(unpaid(advance));
  let calledCents = noCents;
  return periods.flatMap((period): Item[] => {
    const { id, paymentOn: dueOn, isEstimated } = period;
    const item = { name: `period/${id}`, periodId: id, kind: "PAYMENT", dueOn, isEstimated } as const;
    const split = splits[called.indexOf(period)];
    if (!split) return [{ ...item, amount: null }];
    const amounts = { shareCents: period.amountCents ?? noCents, leftCents: subtract(leftCents, calledCents) };
    calledCents = add(calledCents, totalOf(split));
    if (totalOf(split) === 0) return [];
    return [
      {
        ...item,
        amount: (write, figure) => write(figure, lowestOf, amounts, { shareCents: "ledger", leftCents: "ledger" }),
      },
    ];
  });
}

function paymentOf(product: HomeFacts, item: Item, moment: HomeMoment, write: Worksheet): HomePayment | null {
  const { name, kind, dueOn, amount, isEstimated } = item;
  const { now, today, account, isAutoPaymentOn } = moment;
  const debits = product.debits.filter(
    (debit) => debit.item === name || (debit.covers !== null && isCovered(debit.covers, item)),
  );
  if (debits.some(isOnItsWay)) return null;
  const [debit] = debits;
  const planned = isAutoPaymentOn && dueOn >= today ? collectedOn(dueOn, now) : null;
  return {
    issuedProductId: product.id,
    kind,
    dueOn,
    takenOn: debit?.effectiveOn ?? planned,
    amountCents: amount?.(write, name) ?? null,
    figure: name,
    isEstimated,
    // A debit whose due day is no banking day is taken on the next one.
    isLate: bankingDayOnOrAfter(dueOn) < today,
    account: debit?.account ?? (isAutoPaymentOn ? account : null),
  };
}

type Dated = { dueOn: BusinessDate };
const byDay = (a: Dated, b: Dated) => (a.dueOn < b.dueOn ? -1 : Number(a.dueOn > b.dueOn));
const byUrgency = (a: HomePayment, b: HomePayment) => Number(b.isLate) - Number(a.isLate) || byDay(a, b);

export type ToPay = {
  lateCents: Cents;
  comingCents: Cents;
  /** Each of the days with what falls due on it, today first. */
  days: { date: BusinessDate; amountCents: Cents }[];
  /** Late payments first, then those of the days. */
  payments: HomePayment[];
};

/** What is late, and what falls due in the next 14 days, of all products together. */
export function toPay(payments: readonly HomePayment[], today: BusinessDate, write: Worksheet): ToPay {
  const last = addDays(today, homeDays - 1);
  const shown = payments.filter(({ isLate, dueOn }) => isLate || dueOn <= last).toSorted(byUrgency);
  const amountsOf = (some: readonly HomePayment[]) => some.flatMap(({ amountCents }) => amountCents ?? []);
  const written = (figure: string, some: readonly HomePayment[]) =>
    write(figure, total, { amountsCents: amountsOf(some) }, { amountsCents: "ledger" });
  const coming = shown.filter(({ isLate }) => !isLate);
  const dayOf = ({ dueOn }: HomePayment) => (dueOn < today ? today : dueOn);
  const days = Array.from({ length: homeDays }, (_, index) => addDays(today, index));
  return {
    lateCents: written(
      "lateCents",
      shown.filter(({ isLate }) => isLate),
    ),
    comingCents: written("comingCents", coming),
    days: days.map((date) => ({ date, amountCents: sum(amountsOf(coming.filter((one) => dayOf(one) === date))) })),
    payments: shown,
  };
}

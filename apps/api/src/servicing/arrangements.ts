import { Refusal } from "@inlay/contracts/errors.ts";
import { bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import {
  type Issued,
  isAssessed,
  isOf,
  isPaid,
  isScheduled,
  noAmounts,
  totalOf,
} from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, noCents } from "@inlay/lending/money/cents.ts";
import type { Decimal } from "@inlay/lending/money/fraction.ts";
import { costOfDelay } from "@inlay/lending/products/term-loan/servicing.ts";
import type { TermLoanTerms } from "@inlay/lending/products/term-loan/terms.ts";
import {
  type ArrangementPolicy,
  type ChoosableDays,
  delayInterest,
  type FailedDebit,
  type MoveRefusal,
  moveDays,
  type RetryDayRefusal,
  retryDays,
} from "@inlay/lending/servicing/arrangements.ts";
import { collectedOn, isWithdrawable } from "@inlay/lending/servicing/collection.ts";
import { type SplitRefusal, splitDays } from "@inlay/lending/servicing/split.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { cancelOrder, type Order, retryOrder } from "../payments/public.ts";
import { moveDueDay, readIssued } from "../products/public.ts";
import { lockOwn, readOwn } from "./read-servicing.ts";
import { saveArrangement, simpleArrangement } from "./save-arrangement.ts";
import { serviceProduct } from "./service-product.ts";
import {
  debitedItems,
  type Item,
  isPaidNow,
  isScheduleReplaced,
  type ServicedProduct,
  takenDaysOf,
} from "./serviced-product.ts";

/** A day that can be chosen for a payment, and the interest that the delay costs. */
type Choosable = { day: BusinessDate; interestCents: Cents };

/** A payment with the days that its owner can choose: an installment or a part of one, or the period of an advance. */
export type ArrangeableItem = {
  obligationId: string;
  part: 1 | 2 | null;
  periodId: string | null;
  number: number;
  dueOn: BusinessDate;
  unpaidCents: Cents;
  retryDays: Choosable[];
  moveDays: Choosable[];
  splitDays: BusinessDate[];
};

/** How a person names a payment. */
type ItemChoice = { obligationId: string; part?: 1 | 2 | undefined; periodId?: string | undefined };

/** Lists the unpaid payments of a product with the days that can be chosen for them. Only the primary owner moves and splits payments. */
export async function listArrangements(
  tx: Tx,
  { businessId, roles }: Person,
  issuedProductId: string,
): Promise<ArrangeableItem[]> {
  const serviced = await readOwn(tx, businessId, issuedProductId);
  const ground = await readGround(tx, serviced);
  const isPrimary = roles.includes("PRIMARY_OWNER");
  return debitedItems(serviced)
    .filter(isArrangeable)
    .map((item) => ({
      obligationId: item.obligation.id,
      part: item.part,
      periodId: item.periodId,
      number: serviced.periods.find(({ id }) => id === item.periodId)?.number ?? item.obligation.number,
      dueOn: item.dueOn,
      unpaidCents: totalOf(item.unpaid),
      retryDays: withInterest(ground, item, daysOf.RETRY_DAY(ground, item).days),
      moveDays: isPrimary ? withInterest(ground, item, daysOf.MOVE(ground, item).days) : [],
      splitDays: isPrimary ? [...daysOf.SPLIT(ground, item).days] : [],
    }));
}

/**
 * The next try of an overdue payment is on the chosen day instead of the one that we had planned. It is a retry of the same debit, and counts
 * as one for the network.
 */
export async function chooseRetryDay(
  tx: Tx,
  caller: Person,
  issuedProductId: string,
  choice: ItemChoice & { day: string },
  requestId: string,
): Promise<void> {
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  const ground = await readGround(tx, serviced);
  const item = itemFor(serviced, choice);
  const day = chosenDay(daysOf.RETRY_DAY(ground, item), choice.day);
  const failed = failedDebitOf(serviced, item);
  if (!failed || serviced.accountId === null || serviced.isAutopayOff) throw new Refusal("PAY_NOW_NO_ACCOUNT");
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  await withdraw(tx, item, by);
  const paymentOrderId = await retryOrder(tx, failed, day, by.actor, requestId, serviced.accountId);
  const from = plannedOn(ground, item);
  const days = [{ to: day, part: item.part, amountCents: null }];
  const chosen = { ...simpleArrangement, kind: "RETRY_DAY", item, from, days, paymentOrderId } as const;
  await saveArrangement(tx, serviced, chosen, by);
}

/** A payment that is still to come falls due on the chosen day instead of its own, which the schedule keeps beside it. */
export async function movePayment(
  tx: Tx,
  caller: Person,
  issuedProductId: string,
  choice: { obligationId: string; day: string },
  requestId: string,
): Promise<void> {
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  const ground = await readGround(tx, serviced);
  const item = itemFor(serviced, choice);
  const day = chosenDay(daysOf.MOVE(ground, item), choice.day);
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  await withdraw(tx, item, by);
  await moveDueDay(tx, serviced.product, item.obligation.id, day);
  const days = [{ to: day, part: null, amountCents: null }];
  await saveArrangement(tx, serviced, { ...simpleArrangement, kind: "MOVE", item, from: item.dueOn, days }, by);
  await serviceProduct(tx, issuedProductId, serviced.now);
}

export type Ground = {
  serviced: ServicedProduct;
  policy: ArrangementPolicy;
  lastMovedOn: BusinessDate | null;
  lastSplitOn: BusinessDate | null;
  interest: { interestMethod: string; interestRatePercentage: Decimal };
  issued: Awaited<ReturnType<typeof readIssued>>;
};

/** Reads what decides about the arrangements of a product. */
export async function readGround(tx: Tx, serviced: ServicedProduct): Promise<Ground> {
  const { product } = serviced;
  const policy = await tx
    .selectFrom("servicing_policy")
    .select(["retry_within_banking_days as retryWithinBankingDays", "move_by_banking_days as moveByBankingDays"])
    .select(["move_once_in_days as moveOnceInDays", "split_within_days as splitWithinDays"])
    .select("split_once_in_days as splitOnceInDays")
    .where("capital_provider_id", "=", product.book)
    .executeTakeFirst();
  const last = await tx
    .selectFrom("arrangement")
    .select(["kind", (query) => query.fn.max("made_on").as("madeOn")])
    .where("issued_product_id", "=", product.id)
    .groupBy("kind")
    .execute();
  const lastOf = (kind: string) =>
    (last.find((one) => one.kind === kind)?.madeOn as unknown as BusinessDate | undefined) ?? null;
  const issued = await readIssued(tx, product);
  return {
    serviced,
    policy: policy ?? nothingOffered,
    lastMovedOn: lastOf("MOVE"),
    lastSplitOn: lastOf("SPLIT"),
    interest: issued.terms as Ground["interest"],
    issued,
  };
}

const nothingOffered: ArrangementPolicy = {
  retryWithinBankingDays: 0,
  moveByBankingDays: 0,
  moveOnceInDays: 1,
  splitWithinDays: 0,
  splitOnceInDays: 1,
};

/** What replaces the schedule stands in the way of all: a payoff, or a payment of what is due at once. */
const isReplaced = ({ serviced }: Ground, item: Item): boolean =>
  isScheduleReplaced(serviced, item.obligation) || isPaidNow(serviced, item);

export const daysOf = {
  RETRY_DAY: (ground: Ground, item: Item): ChoosableDays<RetryDayRefusal> => {
    const { serviced, policy } = ground;
    if (isReplaced(ground, item)) return { days: [], why: "PAYMENT_PENDING" };
    if (serviced.product.loanStatus === "DEFAULTED") return { days: [], why: "RETRY_NOT_OFFERED" };
    const failed = failedOf(serviced, item);
    return retryDays({ orders: item.orders, failed, takenDays: takenDaysOf(serviced, item) }, policy, serviced.now);
  },
  MOVE: (ground: Ground, item: Item): ChoosableDays<MoveRefusal> => {
    const { serviced, policy, lastMovedOn } = ground;
    if (isReplaced(ground, item)) return { days: [], why: "PAYMENT_PENDING" };
    // The days of an advance follow its sales, and those of parts were agreed on.
    if (item.periodId !== null || item.part !== null) return { days: [], why: "MOVE_NOT_OFFERED" };
    const next = serviced.obligations
      .filter((one) => isScheduled(one) && !isPaid(one) && one.dueOn !== null && one.dueOn > item.dueOn)
      .flatMap(({ dueOn }) => dueOn ?? [])
      .toSorted()[0];
    const { loanStatus } = serviced.product;
    const coming = { dueOn: item.dueOn, orders: item.orders, nextDueOn: next ?? null, loanStatus, lastMovedOn };
    return moveDays(coming, policy, serviced.today);
  },
  SPLIT: (ground: Ground, item: Item): ChoosableDays<SplitRefusal> => {
    const { serviced, policy, lastSplitOn } = ground;
    const { obligation, dueOn, periodId, orders } = item;
    if (isReplaced(ground, item)) return { days: [], why: "PAYMENT_PENDING" };
    const wasSplit = serviced.parts.some(({ obligationId }) => obligationId === obligation.id);
    if (periodId !== null || wasSplit) return { days: [], why: "SPLIT_NOT_OFFERED" };
    // A payment of the same loan or draw pays what fell due first.
    const isOldest = !serviced.obligations.some(
      (one) => !isAssessed(one) && !isPaid(one) && isOf(obligation)(one) && one.dueOn !== null && one.dueOn < dueOn,
    );
    const { loanStatus } = serviced.product;
    const overdue = { orders, failed: failedOf(serviced, item), isOldest, loanStatus, lastSplitOn };
    return splitDays(overdue, policy, serviced.now);
  },
};

function failedOf(serviced: ServicedProduct, item: Item): FailedDebit | null {
  const order = failedDebitOf(serviced, item);
  return (
    order && {
      status: order.status,
      direction: order.direction,
      reason: order.failureReason ?? "unexpected_error",
      firstSettledOn: order.firstSettledOn ?? order.effectiveOn,
      debitedOn: order.effectiveOn,
      retriesMade: order.retriesMade,
      isOtherAccount: order.bankAccountId !== serviced.accountId,
    }
  );
}

/** The last debit of an item that its bank has returned and that can be repeated. Those of a split payment have ended. */
export function failedDebitOf({ debits }: ServicedProduct, { name }: Item): Order | null {
  const own = debits.filter(({ item, isOnce }) => item === name && !isOnce);
  return own.findLast(({ status }) => status === "FAILED_PAYMENT") ?? null;
}

/** The day on which the payment is collected without a choice. */
export const plannedOn = ({ serviced }: Ground, { dueOn, orders }: Item): BusinessDate =>
  orders.findLast(isWithdrawable)?.effectiveOn ??
  (dueOn > serviced.today ? bankingDayOnOrAfter(dueOn) : collectedOn(serviced.today, serviced.now));

/** The days with what the delay costs. Of a part of an installment only that part is delayed. */
function withInterest(ground: Ground, item: Item, days: readonly BusinessDate[]): Choosable[] {
  const { serviced, interest, issued } = ground;
  const { obligation, part } = item;
  const from = plannedOn(ground, item);
  const delayed = { ...obligation, owed: item.unpaid, paid: noAmounts, waived: noAmounts };
  const costUntil = (to: BusinessDate): Cents => {
    if (serviced.product.productType !== "TERM_LOAN" || to <= from) return noCents;
    return part === null
      ? costOfDelay(issued as Issued<TermLoanTerms>, { number: obligation.number, from, to }, serviced.today)
      : delayInterest(interest, [delayed], { from, to });
  };
  return days.map((day) => ({ day, interestCents: costUntil(day) }));
}

/** Not what is owed back. */
const isArrangeable = ({ obligation }: Item): boolean => isScheduled(obligation);

/** The unpaid payment that a person names. */
export function itemFor(serviced: ServicedProduct, { obligationId, part, periodId }: ItemChoice): Item {
  const isNamed = (item: Item): boolean =>
    item.obligation.id === obligationId && item.part === (part ?? null) && item.periodId === (periodId ?? null);
  const item = debitedItems(serviced).find(isNamed);
  if (!item || !isArrangeable(item)) throw new Refusal("NOT_FOUND", { context: { object: "payment" } });
  return item;
}

function chosenDay({ days, why }: ChoosableDays<RetryDayRefusal | MoveRefusal>, chosen: string): BusinessDate {
  const day = days.find((one) => one === chosen);
  if (day) return day;
  throw why === "PAYMENT_PENDING"
    ? new Refusal("PAY_NOW_PAYMENT_PENDING")
    : new Refusal("PAYMENT_DAY_NOT_OFFERED", { context: { why: why ?? "OTHER_DAY" } });
}

/** A debit that is claimed at the same moment is found claimed, and the choice was refused before. */
export async function withdraw(tx: Tx, { orders }: Item, by: Parameters<typeof cancelOrder>[3]): Promise<void> {
  for (const { id } of orders.filter(isWithdrawable)) await cancelOrder(tx, id, null, by);
}

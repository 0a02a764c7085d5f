import { Refusal } from "@inlay/contracts/errors.ts";
import { bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { isPaid, isScheduled, totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, noCents } from "@inlay/lending/money/cents.ts";
import type { Decimal } from "@inlay/lending/money/fraction.ts";
import {
  type ArrangementKind,
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
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { cancelOrder, type Order, retryOrder } from "../payments/public.ts";
import { moveDueDay, readIssued } from "../products/public.ts";
import { lockOwn } from "./read-servicing.ts";
import { serviceProduct } from "./service-product.ts";
import {
  type Item,
  isPaidNow,
  isScheduleReplaced,
  itemOf,
  type ServicedProduct,
  unpaidItems,
} from "./serviced-product.ts";

/** A day that can be chosen for a payment, and the interest that the delay costs. */
type Choosable = { day: BusinessDate; interestCents: Cents };

/** A payment with the days that its owner can choose. */
export type ArrangeableItem = {
  obligationId: string;
  number: number;
  dueOn: BusinessDate;
  unpaidCents: Cents;
  retryDays: Choosable[];
  moveDays: Choosable[];
};

/** Lists the unpaid payments of a loan with the days that can be chosen for them. Only the primary owner moves a coming payment. */
export async function listArrangements(
  tx: Tx,
  { businessId, roles }: Person,
  issuedProductId: string,
): Promise<ArrangeableItem[]> {
  const serviced = await lockOwn(tx, businessId, issuedProductId);
  const ground = await readGround(tx, serviced);
  const items = unpaidItems(serviced, "scheduled").filter(isArrangeable);
  return items.map((item) => ({
    obligationId: item.obligation.id,
    number: item.obligation.number,
    dueOn: item.dueOn,
    unpaidCents: totalOf(unpaid(item.obligation)),
    retryDays: withInterest(ground, item, daysOf.RETRY_DAY(ground, item).days),
    moveDays: roles.includes("PRIMARY_OWNER") ? withInterest(ground, item, daysOf.MOVE(ground, item).days) : [],
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
  choice: { obligationId: string; day: string },
  requestId: string,
): Promise<void> {
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  const ground = await readGround(tx, serviced);
  const item = itemFor(serviced, choice.obligationId);
  const day = chosenDay(daysOf.RETRY_DAY(ground, item), choice.day);
  const failed = failedDebitOf(serviced, item);
  if (!failed || serviced.accountId === null) throw new Refusal("PAY_NOW_NO_ACCOUNT");
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  await withdraw(tx, item, by);
  const paymentOrderId = await retryOrder(tx, failed, day, by.actor, requestId, serviced.accountId);
  const from = plannedOn(ground, item);
  await save(tx, serviced, { kind: "RETRY_DAY", item, from, to: day, paymentOrderId }, caller, requestId);
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
  const item = itemFor(serviced, choice.obligationId);
  const day = chosenDay(daysOf.MOVE(ground, item), choice.day);
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  await withdraw(tx, item, by);
  await moveDueDay(tx, serviced.product, item.obligation.id, day);
  const moved = { kind: "MOVE", item, from: item.dueOn, to: day, paymentOrderId: null } as const;
  await save(tx, serviced, moved, caller, requestId);
  await serviceProduct(tx, issuedProductId, serviced.now);
}

type Ground = {
  serviced: ServicedProduct;
  policy: ArrangementPolicy;
  lastMovedOn: BusinessDate | null;
  interest: { interestMethod: string; interestRatePercentage: Decimal };
};

async function readGround(tx: Tx, serviced: ServicedProduct): Promise<Ground> {
  const { product } = serviced;
  const policy = await tx
    .selectFrom("servicing_policy")
    .select(["retry_within_banking_days as retryWithinBankingDays", "move_by_banking_days as moveByBankingDays"])
    .select("move_once_in_days as moveOnceInDays")
    .where("capital_provider_id", "=", product.book)
    .executeTakeFirst();
  const lastMoved = await tx
    .selectFrom("arrangement")
    .select("made_on as madeOn")
    .where("issued_product_id", "=", product.id)
    .where("kind", "=", "MOVE")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const { terms } = await readIssued(tx, product);
  return {
    serviced,
    policy: policy ?? { retryWithinBankingDays: 0, moveByBankingDays: 0, moveOnceInDays: 1 },
    lastMovedOn: (lastMoved?.madeOn as unknown as BusinessDate | undefined) ?? null,
    interest: terms as Ground["interest"],
  };
}

/** What replaces the schedule stands in the way of both: a payoff, or a payment of what is due at once. */
const isReplaced = ({ serviced }: Ground, { obligation }: Item): boolean =>
  isScheduleReplaced(serviced) || isPaidNow(serviced, obligation);

const daysOf = {
  RETRY_DAY: (ground: Ground, item: Item): ChoosableDays<RetryDayRefusal> => {
    const { serviced, policy } = ground;
    if (isReplaced(ground, item)) return { days: [], why: "PAYMENT_PENDING" };
    if (serviced.product.loanStatus === "DEFAULTED") return { days: [], why: "RETRY_NOT_OFFERED" };
    const order = failedDebitOf(serviced, item);
    const failed: FailedDebit | null = order && {
      status: order.status,
      direction: order.direction,
      reason: order.failureReason ?? "unexpected_error",
      firstSettledOn: order.firstSettledOn ?? order.effectiveOn,
      debitedOn: order.effectiveOn,
      retriesMade: order.retriesMade,
      isOtherAccount: order.bankAccountId !== serviced.accountId,
    };
    return retryDays({ orders: item.orders, failed }, policy, serviced.now);
  },
  MOVE: (ground: Ground, item: Item): ChoosableDays<MoveRefusal> => {
    const { serviced, policy, lastMovedOn } = ground;
    if (isReplaced(ground, item)) return { days: [], why: "PAYMENT_PENDING" };
    const next = serviced.obligations
      .filter((one) => isScheduled(one) && !isPaid(one) && one.dueOn !== null && one.dueOn > item.dueOn)
      .flatMap(({ dueOn }) => dueOn ?? [])
      .toSorted()[0];
    const { loanStatus } = serviced.product;
    const coming = { dueOn: item.dueOn, orders: item.orders, nextDueOn: next ?? null, loanStatus, lastMovedOn };
    return moveDays(coming, policy, serviced.today);
  },
};

/** The last debit of an item, if its bank has returned it. */
export function failedDebitOf({ debits }: ServicedProduct, { obligation }: Item): Order | null {
  const own = debits.filter(({ item, status }) => item === itemOf(obligation) && status !== "CANCELLED");
  return own.findLast(({ status }) => status === "FAILED_PAYMENT") ?? null;
}

/** The day on which the payment is collected without a choice. */
const plannedOn = ({ serviced }: Ground, { dueOn, orders }: Item): BusinessDate =>
  orders.findLast(isWithdrawable)?.effectiveOn ??
  (dueOn > serviced.today ? bankingDayOnOrAfter(dueOn) : collectedOn(serviced.today, serviced.now));

function withInterest(ground: Ground, item: Item, days: readonly BusinessDate[]): Choosable[] {
  const { serviced, interest } = ground;
  const from = plannedOn(ground, item);
  return days.map((day) => ({
    day,
    interestCents: day > from ? delayInterest(interest, serviced.obligations, { from, to: day }) : noCents,
  }));
}

/** An installment. The periods of an advance are adjusted to its sales instead. */
const isArrangeable = ({ obligation, periodId }: Item): boolean => isScheduled(obligation) && periodId === null;

function itemFor(serviced: ServicedProduct, obligationId: string): Item {
  const item = unpaidItems(serviced, "scheduled").find(({ obligation: { id } }) => id === obligationId);
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
async function withdraw(tx: Tx, { orders }: Item, by: Parameters<typeof cancelOrder>[3]): Promise<void> {
  for (const { id } of orders.filter(isWithdrawable)) await cancelOrder(tx, id, null, by);
}

type Made = {
  kind: ArrangementKind;
  item: Item;
  from: BusinessDate;
  to: BusinessDate;
  paymentOrderId: string | null;
};

async function save(
  tx: Tx,
  { product, today }: ServicedProduct,
  { kind, item, from, to, paymentOrderId }: Made,
  { userId }: Person,
  requestId: string,
): Promise<void> {
  const { id: issuedProductId, platformId, businessId } = product;
  const { id: obligationId } = item.obligation;
  await tx
    .insertInto("arrangement")
    .values({
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      obligation_id: obligationId,
      kind,
      from_on: from,
      to_on: to,
      payment_order_id: paymentOrderId,
      made_by: userId,
      made_on: today,
    })
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "product.payment_arranged",
    body: { issuedProductId, obligationId, arrangement: kind, toOn: to },
    action: `payment.${kind === "MOVE" ? "move" : "choose-retry-day"}`,
    object: { kind: "issued product", id: issuedProductId },
    before: { obligationId, on: from },
    after: { obligationId, on: to },
    actor: { kind: "USER", id: userId },
    requestId,
  });
}

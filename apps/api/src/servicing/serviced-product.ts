import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import {
  type Amounts,
  isAssessed,
  isPaid,
  isScheduled,
  type Obligation,
  totalOf,
  unpaid,
} from "@inlay/lending/mechanics/obligation.ts";
import { expectedCollections } from "@inlay/lending/mechanics/sales-share/servicing.ts";
import { noCents } from "@inlay/lending/money/cents.ts";
import type { FailureReason } from "@inlay/lending/payments/failure-reason.ts";
import { isCalledFor } from "@inlay/lending/products/cash-advance/period-debits.ts";
import { type ItemOrder, isOnItsWay, isWithdrawable } from "@inlay/lending/servicing/collection.ts";
import { isCovered } from "@inlay/lending/servicing/pay-now.ts";
import { type PayoffStatus, payoffLifecycle } from "@inlay/lending/servicing/payoff-lifecycle.ts";
import { subjectsWithTask } from "../approvals/public.ts";
import { loanAccountsOf } from "../banking/public.ts";
import type { Tx } from "../db/scope.ts";
import { lockDebitsOf, type Order } from "../payments/public.ts";
import { type IssuedProduct, lockProduct, readObligations } from "../products/public.ts";
import { itemOfPeriod, type Period, readPeriods } from "./periods/periods.ts";

export const bySystem = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };

/** A product in servicing as it stands, with everything locked that servicing decides about. */
export type ServicedProduct = {
  /** The row of its servicing. */
  id: string;
  product: IssuedProduct;
  obligations: readonly Obligation[];
  /** The periods of an advance, in which its obligation is due. */
  periods: readonly Period[];
  /** Its debits, in the order in which they were made. */
  debits: readonly Order[];
  /** Its cancelled debits that staff have not looked into yet. */
  waitingForStaff: ReadonlySet<string>;
  /** Its debits whose day the owner has chosen. */
  arranged: ReadonlySet<string>;
  /** The account that debits go to. */
  accountId: string | null;
  allElsePaidOn: BusinessDate | null;
  lastPayoff: LastPayoff | null;
  lastPayNow: LastPayNow | null;
  now: Date;
  /** The day in New York, like that of the billing. */
  today: BusinessDate;
};

/** What a part of servicing has done: whether the product is to be read again, and the days on which there is more to do. */
export type Progress = { hasChanged: boolean; days: BusinessDate[] };

/** The newest payoff of a product. */
type LastPayoff = {
  id: string;
  status: PayoffStatus;
  paymentOrderId: string;
  /** After a failure: when the debits of the schedule are ordered again. */
  scheduleReturnsAt: Date | null;
};

/** The newest payment of what was due that its owner has not cancelled. */
type LastPayNow = {
  id: string;
  /** It covers the items that fell due on this day or before. */
  dueUntil: BusinessDate;
  /** After a failure: when the debits of the schedule are ordered again. */
  scheduleReturnsAt: Date | null;
};

/**
 * Reads a product in servicing. The row of its servicing is locked first, then its debits and then the product, here and everywhere, so that
 * transactions do not deadlock. Null if the product is not in servicing.
 */
export async function lockServiced(tx: Tx, issuedProductId: string, now: Date): Promise<ServicedProduct | null> {
  const row = await tx
    .selectFrom("product_servicing")
    .select(["id", "all_else_paid_on as allElsePaidOn"])
    .where("issued_product_id", "=", issuedProductId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const debits = await lockDebitsOf(tx, issuedProductId);
  const product = await lockProduct(tx, issuedProductId);
  const { debited } = await loanAccountsOf(tx, product.businessId);
  const withdrawn = debits.filter(({ status }) => status === "CANCELLED").map(({ id }) => id);
  return {
    id: row.id,
    product,
    obligations: await readObligations(tx, issuedProductId),
    periods: product.productType === "MCA" ? await readPeriods(tx, issuedProductId) : [],
    debits,
    waitingForStaff: await subjectsWithTask(tx, "PAYMENT_NOT_SENT", withdrawn),
    arranged: await readArranged(tx, issuedProductId),
    accountId: debited?.id ?? null,
    allElsePaidOn: row.allElsePaidOn as unknown as BusinessDate | null,
    lastPayoff: await readLastPayoff(tx, issuedProductId),
    lastPayNow: await readLastPayNow(tx, issuedProductId),
    now,
    today: easternTime(now).date,
  };
}

async function readArranged(tx: Tx, issuedProductId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("arrangement")
    .select("payment_order_id as id")
    .where("issued_product_id", "=", issuedProductId)
    .execute();
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

async function readLastPayoff(tx: Tx, issuedProductId: string): Promise<LastPayoff | null> {
  const row = await tx
    .selectFrom("payoff")
    .select(["id", "status", "payment_order_id as paymentOrderId", "schedule_returns_at as scheduleReturnsAt"])
    .where("issued_product_id", "=", issuedProductId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, status: row.status as PayoffStatus } : null;
}

async function readLastPayNow(tx: Tx, issuedProductId: string): Promise<LastPayNow | null> {
  const row = await tx
    .selectFrom("pay_now")
    .select(["id", "due_until as dueUntil", "schedule_returns_at as scheduleReturnsAt"])
    .where("issued_product_id", "=", issuedProductId)
    .where("cancelled_at", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, dueUntil: row.dueUntil as unknown as BusinessDate } : null;
}

/** Whether a debit is being sent or has no outcome yet. */
export const isDebitOnItsWay = ({ status, claimedAt }: Order): boolean =>
  isOnItsWay({ status, isClaimed: claimedAt !== null });

/** Whether a debit waits for its day and can still be withdrawn. */
export const isDebitWithdrawable = ({ status, claimedAt }: Order): boolean =>
  isWithdrawable({ status, isClaimed: claimedAt !== null });

/** The name of a payment of what was due in its orders. */
export const itemOfPayNow = (id: string): string => `pay-now/${id}`;

export const debitsOfPayNow = ({ debits }: ServicedProduct, { id }: LastPayNow): Order[] =>
  debits.filter(({ item }) => item === itemOfPayNow(id));

/** The debits of a payment of what was due that collect an item: the repayment, or that of its type of fee. */
function payNowDebitsOf(serviced: ServicedProduct, obligation: Obligation): Order[] {
  const { lastPayNow } = serviced;
  if (!lastPayNow || !isCovered(lastPayNow, obligation)) return [];
  const feeType = isAssessed(obligation) ? obligation.feeType : null;
  return debitsOfPayNow(serviced, lastPayNow).filter((order) => order.feeType === feeType);
}

/** Whether its owner pays an item at once: that debit waits or is on its way, or it has failed and its cut-off has not passed. */
export function isPaidNow(serviced: ServicedProduct, obligation: Obligation): boolean {
  const debits = payNowDebitsOf(serviced, obligation);
  const returnsAt = serviced.lastPayNow?.scheduleReturnsAt ?? null;
  if (debits.length > 0 && returnsAt !== null && returnsAt > serviced.now) return true;
  return debits.some((order) => isDebitOnItsWay(order) || isDebitWithdrawable(order));
}

/** The payoff that has no outcome yet. */
export const openPayoffOf = ({ lastPayoff }: ServicedProduct): LastPayoff | null =>
  lastPayoff && !payoffLifecycle.isOver(lastPayoff.status) ? lastPayoff : null;

/** Whether the schedule orders no debits: a payoff is open, or has failed and its cut-off has not passed. */
export const isScheduleReplaced = (serviced: ServicedProduct): boolean => {
  const returnsAt = serviced.lastPayoff?.scheduleReturnsAt ?? null;
  return openPayoffOf(serviced) !== null || (returnsAt !== null && returnsAt > serviced.now);
};

/** The name of an obligation in its orders. */
export const itemOf = (obligation: Obligation): string =>
  `${isAssessed(obligation) ? "fee" : "installment"}/${obligation.id}`;

/**
 * The debits of an obligation, with what decides about the next one. A payoff that is on its way covers every obligation, and a payment at once
 * what was due; they stand behind the debits of its own.
 */
export const ordersOf = (
  serviced: ServicedProduct,
  obligation: Obligation,
  name: string = itemOf(obligation),
): ItemOrder[] =>
  [
    ...serviced.debits.filter(({ item }) => item === name),
    ...[
      ...serviced.debits.filter(({ purpose }) => purpose === "PAYOFF"),
      ...payNowDebitsOf(serviced, obligation),
    ].filter(isDebitOnItsWay),
  ].map((order) => ({
    id: order.id,
    status: order.status,
    isClaimed: order.claimedAt !== null,
    amountCents: order.amountCents,
    bankAccountId: order.bankAccountId,
    effectiveOn: order.effectiveOn,
    timesMoved: order.timesMoved,
    failureReason: order.failureReason as FailureReason | null,
    isRetry: order.retryOfId !== null,
    waitsForStaff: serviced.waitingForStaff.has(order.id),
    isArranged: serviced.arranged.has(order.id),
  }));

export type Item = {
  obligation: Obligation;
  /** The period of an advance in which a part of its obligation is due. */
  periodId: string | null;
  /** Its name in its orders. */
  name: string;
  unpaid: Amounts;
  dueOn: BusinessDate;
  orders: readonly ItemOrder[];
};

/** The unpaid items that fall due on a day: installments, periods, refunds that are owed back, and with `fees` assessed fees instead. */
export const unpaidItems = (serviced: ServicedProduct, kind: "scheduled" | "fees"): Item[] => [
  ...serviced.obligations
    .filter((one) => isAssessed(one) === (kind === "fees") && !isPaid(one))
    .flatMap((obligation): Item[] => {
      const { dueOn } = obligation;
      if (dueOn === null) return [];
      const [name, orders] = [itemOf(obligation), ordersOf(serviced, obligation)];
      return [{ obligation, periodId: null, name, unpaid: unpaid(obligation), dueOn, orders }];
    }),
  ...(kind === "scheduled" ? unpaidPeriods(serviced) : []),
];

/** What the periods of an advance call for, within what is owed: it may have been paid by something else meanwhile. */
function unpaidPeriods(serviced: ServicedProduct): Item[] {
  const advance = serviced.obligations.find(isScheduled);
  const called = serviced.periods.filter(({ state }) => isCalledFor(state));
  if (!advance || called.length === 0) return [];
  const splits = expectedCollections(
    advance,
    called.map(({ amountCents }) => amountCents ?? noCents),
  );
  return called.flatMap((period, index): Item[] => {
    const split = splits[index];
    if (!split || totalOf(split) === 0) return [];
    const name = itemOfPeriod(period);
    const orders = ordersOf(serviced, advance, name);
    return [{ obligation: advance, periodId: period.id, name, unpaid: split, dueOn: period.paymentOn, orders }];
  });
}

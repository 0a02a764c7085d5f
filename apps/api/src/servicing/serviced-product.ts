import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import {
  type Amounts,
  isAssessed,
  isOf,
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
import { type Covered, isCovered } from "@inlay/lending/servicing/pay-now.ts";
import { type PayoffStatus, payoffLifecycle } from "@inlay/lending/servicing/payoff-lifecycle.ts";
import { less, takenDays, takenFrom } from "@inlay/lending/servicing/split.ts";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { subjectsWithTask } from "../approvals/public.ts";
import { loanAccountsOf } from "../banking/public.ts";
import { prepared, type Tx } from "../db/scope.ts";
import { lockDebitsOf, type Order, readDebitsOf } from "../payments/public.ts";
import { type IssuedProduct, lockProduct, readObligations, readProductIfAny } from "../products/public.ts";
import { type Part, selectParts, toPart } from "./parts.ts";
import { itemOfPeriod, type Period, readPeriods } from "./periods/periods.ts";

export const bySystem = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };

/** The tasks about an advance that are opened and closed under the lock of its servicing. */
const endedByServicing = ["SALES_MISSING", "NO_SALES_REVIEW"] as const;

/** A product in servicing as it stands, with everything locked that servicing decides about. */
export type ServicedProduct = {
  /** The row of its servicing. */
  id: string;
  product: IssuedProduct;
  obligations: readonly Obligation[];
  /** The periods of an advance, in which its obligation is due. */
  periods: readonly Period[];
  /** The parts of the installments that its owner has split. */
  parts: readonly Part[];
  /** Its debits, in the order in which they were made. */
  debits: readonly Order[];
  /** The kinds of its open staff tasks that end by themselves. */
  openTasks: ReadonlySet<string>;
  /** Its cancelled debits that staff have not looked into yet. */
  waitingForStaff: ReadonlySet<string>;
  /** Its debits whose day the owner has chosen. */
  arranged: ReadonlySet<string>;
  /** The account that debits go to. */
  accountId: string | null;
  /** Its owner has not authorized debits, or no longer does, so that nothing is debited. */
  isAutopayOff: boolean;
  /** It is chosen, authorized, verified and not blocked. */
  canBeDebited: boolean;
  allElsePaidOn: BusinessDate | null;
  /** The day since which the platform of an integrated advance reports sales and has withheld nothing of them. */
  receivablesMissingSince: BusinessDate | null;
  /** The newest payoff of the product, or of each of its draws. */
  payoffs: readonly Payoff[];
  /** The payments of what was due that its owner has not cancelled, in the order in which they were made. */
  payNows: readonly PayNow[];
  lastPayNow: PayNow | null;
  now: Date;
  /** The day in New York, like that of the billing. */
  today: BusinessDate;
};

/** What a part of servicing has done: whether the product is to be read again, and the days on which there is more to do. */
export type Progress = { hasChanged: boolean; days: BusinessDate[] };

/** A payoff of a loan, or of a draw. */
export type Payoff = {
  id: string;
  drawId: string | null;
  invoiceId: string | null;
  status: PayoffStatus;
  paymentOrderId: string;
  /** After a failure: when the debits of the schedule are ordered again. */
  scheduleReturnsAt: Date | null;
};

/** What a payoff ends: a draw, an invoice, or the product itself. */
export type PayoffItem = Pick<Obligation, "drawId" | "invoiceId">;
export const wholeProduct: PayoffItem = { drawId: null, invoiceId: null };

type PayNow = Covered & {
  id: string;
  /** After a failure: when the debits of the schedule are ordered again. */
  scheduleReturnsAt: Date | null;
};

/**
 * Reads a product in servicing. The row of its servicing is locked first, then its debits and then the product, here and everywhere, so that
 * transactions do not deadlock. Null if the product is not in servicing.
 */
export async function lockServiced(tx: Tx, issuedProductId: string, now: Date): Promise<ServicedProduct | null> {
  const [row] = await lockRow(tx, { issuedProductId });
  if (!row) return null;
  const debits = await lockDebitsOf(tx, issuedProductId);
  const product = await lockProduct(tx, issuedProductId);
  return readRest(tx, { row, debits, product }, now);
}

/**
 * Reads a product in servicing without a lock, to be shown and not to decide by: servicing is not kept waiting by a page that is looked at. What
 * changes meanwhile is shown the next time.
 */
export async function readServiced(tx: Tx, issuedProductId: string, now: Date): Promise<ServicedProduct | null> {
  const row = await servicingRow(tx, { issuedProductId }).executeTakeFirst();
  const product = await readProductIfAny(tx, issuedProductId);
  if (!row || !product) return null;
  return readRest(tx, { row, product, debits: await readDebitsOf(tx, issuedProductId) }, now);
}

type OfProduct = { issuedProductId: string };
const servicingRow = (db: Tx, { issuedProductId }: OfProduct) =>
  db
    .selectFrom("product_servicing")
    .select(["id", "all_else_paid_on as allElsePaidOn", "receivables_missing_since as receivablesMissingSince"])
    .where("issued_product_id", "=", issuedProductId);
const lockRow = prepared((db, of: OfProduct) => servicingRow(db, of).forUpdate());

type ServicingRow = { id: string; allElsePaidOn: unknown; receivablesMissingSince: unknown };
type Beginning = { row: ServicingRow; product: IssuedProduct; debits: Order[] };

async function readRest(tx: Tx, { row, product, debits }: Beginning, now: Date): Promise<ServicedProduct> {
  const { id: issuedProductId } = product;
  const withdrawn = debits.filter(({ status }) => status === "CANCELLED").map(({ id }) => id);
  // It needs no lock, so it is read in one round trip.
  const [{ debited }, obligations, periods, waitingForStaff, [rest]] = await Promise.all([
    loanAccountsOf(tx, product.businessId),
    readObligations(tx, issuedProductId),
    product.productType === "MCA" ? readPeriods(tx, issuedProductId) : [],
    subjectsWithTask(tx, "PAYMENT_NOT_SENT", withdrawn),
    rareFactsOf(tx, { issuedProductId }),
  ]);
  if (!rest) throw new Error("a product in servicing has a row");
  const payNows = rest.payNows.map(toPayNow);
  return {
    id: row.id,
    product,
    obligations,
    periods,
    parts: rest.parts.map(toPart),
    debits,
    openTasks: new Set(rest.openTasks.map(({ kind }) => kind)),
    waitingForStaff,
    arranged: new Set(rest.arranged.flatMap(({ id }) => id ?? [])),
    accountId: debited?.id ?? null,
    isAutopayOff: debited !== null && !debited.isAuthorized,
    canBeDebited: debited?.isUsable === true && debited.isAuthorized,
    allElsePaidOn: row.allElsePaidOn as BusinessDate | null,
    receivablesMissingSince: row.receivablesMissingSince as BusinessDate | null,
    payoffs: rest.payoffs.map((payoff) => ({
      ...payoff,
      status: payoff.status as PayoffStatus,
      scheduleReturnsAt: momentOf(payoff.scheduleReturnsAt),
    })),
    payNows,
    lastPayNow: payNows.at(-1) ?? null,
    now,
    today: easternTime(now).date,
  };
}

/** What few products have: arrangements, split installments, a payoff, payments at once and staff tasks. All in one round trip. */
const rareFactsOf = prepared((db, { issuedProductId }: OfProduct) =>
  db
    .selectFrom("product_servicing as servicing")
    .where("servicing.issued_product_id", "=", issuedProductId)
    .select((query) => [
      jsonArrayFrom(
        query
          .selectFrom("arrangement")
          .select("payment_order_id as id")
          .whereRef("issued_product_id", "=", "servicing.issued_product_id"),
      ).as("arranged"),
      jsonArrayFrom(selectParts(query)).as("parts"),
      jsonArrayFrom(
        query
          .selectFrom("payoff")
          .distinctOn(["draw_id", "invoice_id"])
          .select(["id", "draw_id as drawId", "invoice_id as invoiceId", "status"])
          .select(["payment_order_id as paymentOrderId", "schedule_returns_at as scheduleReturnsAt"])
          .whereRef("issued_product_id", "=", "servicing.issued_product_id")
          .orderBy("draw_id")
          .orderBy("invoice_id")
          .orderBy("id", "desc"),
      ).as("payoffs"),
      jsonArrayFrom(
        query
          .selectFrom("pay_now")
          .select(["id", "due_until as dueUntil", "advance_period_ids as periodIds"])
          .select("schedule_returns_at as scheduleReturnsAt")
          .whereRef("issued_product_id", "=", "servicing.issued_product_id")
          .where("cancelled_at", "is", null)
          .orderBy("id"),
      ).as("payNows"),
      jsonArrayFrom(
        query
          .selectFrom("task")
          .select("kind")
          .whereRef("subject_id", "=", "servicing.issued_product_id")
          .where("kind", "in", endedByServicing)
          .where("closed_at", "is", null),
      ).as("openTasks"),
    ]),
);

/** A time in JSON is text. */
const momentOf = (at: unknown): Date | null => (at === null ? null : new Date(String(at)));

const toPayNow = (row: { id: string; dueUntil: unknown; periodIds: string[]; scheduleReturnsAt: unknown }): PayNow => ({
  id: row.id,
  dueUntil: businessDate(String(row.dueUntil)),
  periodIds: row.periodIds,
  scheduleReturnsAt: momentOf(row.scheduleReturnsAt),
});

/** Whether a debit is being sent or has no outcome yet. */
export const isDebitOnItsWay = ({ status, claimedAt }: Order): boolean =>
  isOnItsWay({ status, isClaimed: claimedAt !== null });

/** Whether a debit waits for its day and can still be withdrawn. */
export const isDebitWithdrawable = ({ status, claimedAt }: Order): boolean =>
  isWithdrawable({ status, isClaimed: claimedAt !== null });

/** The name of a payment of what was due in its orders. */
export const itemOfPayNow = (id: string): string => `pay-now/${id}`;

export const debitsOfPayNow = ({ debits }: ServicedProduct, { id }: Pick<PayNow, "id">): Order[] =>
  debits.filter(({ item }) => item === itemOfPayNow(id));

/** The debits of the last payment of what was due that collect an item: the repayment, or that of its type of fee. */
function payNowDebitsOf(serviced: ServicedProduct, obligation: Obligation, periodId: string | null): Order[] {
  const { lastPayNow } = serviced;
  if (!lastPayNow || !isCovered(lastPayNow, { dueOn: obligation.dueOn, periodId })) return [];
  const feeType = isAssessed(obligation) ? obligation.feeType : null;
  return debitsOfPayNow(serviced, lastPayNow).filter((order) => order.feeType === feeType);
}

/** The names of a period of an advance in its orders: its own, and those of payments of what was due that cover it. */
export const itemsOfPeriod = ({ payNows }: Pick<ServicedProduct, "payNows">, period: Pick<Period, "id">): string[] => [
  itemOfPeriod(period),
  ...payNows.filter(({ periodIds }) => periodIds.includes(period.id)).map(({ id }) => itemOfPayNow(id)),
];

export function debitsOfPeriod(serviced: ServicedProduct, period: Pick<Period, "id">): Order[] {
  const names = itemsOfPeriod(serviced, period);
  return serviced.debits.filter(({ item }) => names.includes(item));
}

/** Whether its owner pays an item at once: that debit waits or is on its way, or it has failed and its cut-off has not passed. */
export function isPaidNow(serviced: ServicedProduct, item: Pick<Item, "obligation" | "periodId">): boolean {
  const debits = payNowDebitsOf(serviced, item.obligation, item.periodId);
  const returnsAt = serviced.lastPayNow?.scheduleReturnsAt ?? null;
  if (debits.length > 0 && returnsAt !== null && returnsAt > serviced.now) return true;
  return debits.some((order) => isDebitOnItsWay(order) || isDebitWithdrawable(order));
}

const isOpenPayoff = ({ status }: Payoff): boolean => !payoffLifecycle.isOver(status);

/** The payoffs that have no outcome yet. A line may have one of each of its draws or invoices. */
export const openPayoffsOf = ({ payoffs }: ServicedProduct): Payoff[] => payoffs.filter(isOpenPayoff);

/** The payoff of a draw or an invoice, or of the product itself, that has no outcome yet. */
export const openPayoffOf = (serviced: ServicedProduct, item: PayoffItem = wholeProduct): Payoff | null =>
  openPayoffsOf(serviced).find(isOf(item)) ?? null;

/** Whether the schedule of a loan, a draw or an invoice orders no debits: a payoff is open, or has failed and its cut-off has not passed. */
export const isScheduleReplaced = ({ payoffs, now }: ServicedProduct, item: PayoffItem): boolean =>
  payoffs.some(
    (payoff) =>
      isOf(item)(payoff) &&
      (isOpenPayoff(payoff) || (payoff.scheduleReturnsAt !== null && payoff.scheduleReturnsAt > now)),
  );

/** The name of an obligation in its orders. */
export const itemOf = (obligation: Obligation): string =>
  `${isAssessed(obligation) ? "fee" : "installment"}/${obligation.id}`;

/** Whether a debit is for an item, or for a part of it. */
export const isDebitOf = ({ item }: Order, name: string): boolean => item === name || isOfPart({ item }, name);
const isOfPart = ({ item }: Pick<Order, "item">, name: string): boolean => item.startsWith(`${name}/`);

/**
 * The debits of an obligation and its parts, with what decides about the next one. A payoff that is on its way covers every obligation of its
 * loan, draw or invoice, and a payment at once what was due; they stand behind the debits of its own.
 */
export const ordersOf = (
  serviced: ServicedProduct,
  obligation: Obligation,
  name: string = itemOf(obligation),
  periodId: string | null = null,
): ItemOrder[] =>
  [
    ...serviced.debits.filter((order) => isDebitOf(order, name)),
    ...[
      ...serviced.debits.filter((order) => order.purpose === "PAYOFF" && isOf(obligation)(order)),
      ...payNowDebitsOf(serviced, obligation, periodId),
    ].filter(isDebitOnItsWay),
  ].map((order) => {
    const isPart = isOfPart(order, itemOf(obligation));
    return {
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
      isArranged: serviced.arranged.has(order.id) || (isPart && order.retryOfId === null),
      isPart,
    };
  });

/** The debits of a period of an advance, with what decides about the next one. */
export const ordersOfPeriod = (
  serviced: ServicedProduct,
  advance: Obligation,
  period: Pick<Period, "id">,
): ItemOrder[] => ordersOf(serviced, advance, itemOfPeriod(period), period.id);

export type Item = {
  obligation: Obligation;
  /** The period of an advance in which a part of its obligation is due. */
  periodId: string | null;
  /** The part of its obligation, if its owner has split it. */
  part: 1 | 2 | null;
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
      return [{ obligation, periodId: null, part: null, name, unpaid: unpaid(obligation), dueOn, orders }];
    }),
  ...(kind === "scheduled" ? unpaidPeriods(serviced) : []),
];

/** Everything unpaid that falls due on a day. */
export const payableItems = (serviced: ServicedProduct): Item[] => [
  ...unpaidItems(serviced, "scheduled"),
  ...unpaidItems(serviced, "fees"),
];

/** The unpaid items as they are debited: a split installment in its parts. It ages as a whole. */
export const debitedItems = (serviced: ServicedProduct): Item[] =>
  unpaidItems(serviced, "scheduled").flatMap((item) => {
    const parts = partsOf(serviced, item);
    return parts.length === 0 ? [item] : unpaidParts(serviced, item, parts);
  });

const partsOf = ({ parts }: ServicedProduct, { obligation }: Item): Part[] =>
  parts.filter(({ obligationId, isReplaced }) => obligationId === obligation.id && !isReplaced);

/** What the parts call for that no debit has paid, within what is owed: it may have been paid by something else meanwhile. */
function unpaidParts(serviced: ServicedProduct, item: Item, parts: readonly Part[]): Item[] {
  let left = item.unpaid;
  return parts.flatMap(({ number, amountCents, on }): Item[] => {
    const name = `${item.name}/${number}`;
    const isSettled = serviced.debits.some((order) => order.item === name && order.status === "SUCCESSFUL_PAYMENT");
    const share = takenFrom(left, isSettled ? noCents : amountCents);
    left = less(left, share);
    if (totalOf(share) === 0) return [];
    const orders = ordersOf(serviced, item.obligation, name);
    return [{ ...item, part: number, name, unpaid: share, dueOn: on, orders }];
  });
}

/** The days of the debits of the other part of an installment, whose weeks a part keeps out of. */
export function takenDaysOf(serviced: ServicedProduct, { obligation, part, orders }: Item): BusinessDate[] {
  if (part === null) return [];
  const number = part === 1 ? 2 : 1;
  const other = ordersOf(serviced, obligation, `${itemOf(obligation)}/${number}`);
  return takenDays({ number: part, orders }, { number, orders: other });
}

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
    const orders = ordersOfPeriod(serviced, advance, period);
    return [
      { obligation: advance, periodId: period.id, part: null, name, unpaid: split, dueOn: period.paymentOn, orders },
    ];
  });
}

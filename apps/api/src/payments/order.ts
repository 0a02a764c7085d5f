import type { EventKind } from "@inlay/contracts/events/catalog.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Book, FeeType } from "@inlay/lending/ledger/accounts.ts";
import type { Entry } from "@inlay/lending/ledger/entry.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { FailureReason } from "@inlay/lending/payments/failure-reason.ts";
import {
  type PaymentDirection,
  type PaymentOrderStatus,
  type PaymentType,
  paymentOrderLifecycle,
  type TransferType,
} from "@inlay/lending/payments/payment-order.ts";
import type { Party } from "@inlay/lending/payments/why-not-submit-payment.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { sql } from "kysely";
import { rememberBusinessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import { prepared, type Tx } from "../db/scope.ts";

/**
 * What an order is for. The product decides the entries of its own: of a FUNDING when the payout is submitted, of a REPAYMENT, a FEE, a
 * PAYOFF or a LUMP_SUM when the debit settles. A REVERSAL takes back what its debit did. A MICRO_ENTRY and an order for another purpose have their
 * entries from the beginning. Whoever knows the amounts of micro-entries can confirm the account, so nothing shows them to owners or
 * partners.
 */
export type OrderPurpose =
  | "FUNDING"
  | "REBATE"
  | "CREDIT_REFUND"
  | "REPAYMENT"
  | "FEE"
  | "PAYOFF"
  | "LUMP_SUM"
  | "REVERSAL"
  | "MICRO_ENTRY"
  | "OTHER";

/** ACH: the processor sends it. OUTSIDE: it reaches our bank without the processor and settles by the line of our bank. */
export type Rail = "ACH" | "OUTSIDE";

/** One movement of money in its current state. */
export type Order = {
  id: string;
  platformId: string;
  /** Null for a payment between a platform and us, or between our own books. */
  businessId: string | null;
  /** The counterparty's account. Null for a payment that another bank sends us, and between our own books. */
  bankAccountId: string | null;
  rail: Rail;
  /** The book that receives a payment between our own books. */
  toBook: Book | null;
  direction: PaymentDirection;
  paymentType: PaymentType;
  transferType: TransferType;
  productType: ProductType | null;
  feeType: FeeType | null;
  amountCents: Cents;
  principalCents: number;
  interestCents: number;
  feeCents: number;
  book: Book;
  item: string;
  issuedProductId: string | null;
  drawId: string | null;
  invoiceId: string | null;
  dueOn: BusinessDate;
  effectiveOn: BusinessDate;
  purpose: OrderPurpose;
  creditUsedCents: Cents;
  /** The entries of an order for another purpose than a product's. */
  entries: readonly Entry[] | null;
  refundOfId: string | null;
  reversalOfId: string | null;
  dishonorOfId: string | null;
  status: PaymentOrderStatus;
  createdBy: string | null;
  isManual: boolean;
  /** It is debited on its day or not at all, and is not tried again. */
  isOnce: boolean;
  /** Its account was authorized for it alone, and stays when another account is chosen for debits. */
  keepsAccount: boolean;
  looksImproper: boolean;
  /** The failed order that this one repeats. */
  retryOfId: string | null;
  retriesMade: number;
  firstSettledOn: BusinessDate | null;
  timesMoved: number;
  claimedAt: Date | null;
  tries: number;
  processorOrderId: string | null;
  /** The last state that the processor has reported. */
  latestAchState: string | null;
  failureReason: FailureReason | null;
  returnCode: string | null;
};

export const orderColumns = [
  "id",
  "platform_id as platformId",
  "business_id as businessId",
  "bank_account_id as bankAccountId",
  "rail",
  "to_book as toBook",
  "direction",
  "payment_type as paymentType",
  "transfer_type as transferType",
  "product_type as productType",
  "fee_type as feeType",
  "amount_cents as amountCents",
  "principal_cents as principalCents",
  "interest_cents as interestCents",
  "fee_cents as feeCents",
  "book",
  "item",
  "issued_product_id as issuedProductId",
  "draw_id as drawId",
  "invoice_id as invoiceId",
  "due_on as dueOn",
  "effective_on as effectiveOn",
  "purpose",
  "credit_used_cents as creditUsedCents",
  "entries",
  "refund_of_id as refundOfId",
  "reversal_of_id as reversalOfId",
  "dishonor_of_id as dishonorOfId",
  "status",
  "created_by as createdBy",
  "is_manual as isManual",
  "is_once as isOnce",
  "keeps_account as keepsAccount",
  "looks_improper as looksImproper",
  "retry_of_id as retryOfId",
  "retries_made as retriesMade",
  "first_settled_on as firstSettledOn",
  "times_moved as timesMoved",
  "claimed_at as claimedAt",
  "tries",
  "processor_order_id as processorOrderId",
  "latest_ach_state as latestAchState",
  "failure_reason as failureReason",
  "return_code as returnCode",
] as const;

/**
 * Returns the order, locked until the transaction ends, so that decisions about it happen one at a time. The time of its business, which they
 * need as well, comes with it.
 */
export async function lockOrder(tx: Tx, id: string): Promise<Order | null> {
  const [row] = await lockOne(tx, { id });
  if (!row) return null;
  const { now, ...order } = row;
  rememberBusinessNow(tx, order.businessId, now);
  return order as unknown as Order;
}

const lockOne = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom("payment_order")
    .select(orderColumns)
    .select(sql<Date>`app.business_now(business_id)`.as("now"))
    .where("id", "=", id)
    .forUpdate(),
);

/** Locks orders before whatever is locked after them. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await lockOrder(tx, id);
}

/** Returns the debits of a product in the order in which they were made, locked like a single one. Lock them before the product. */
export async function lockDebitsOf(tx: Tx, issuedProductId: string): Promise<Order[]> {
  return (await lockDebits(tx, { issuedProductId })) as unknown as Order[];
}

/** The same debits without a lock, to be shown and not to decide by. */
export async function readDebitsOf(tx: Tx, issuedProductId: string): Promise<Order[]> {
  return (await readDebits(tx, { issuedProductId })) as unknown as Order[];
}

type OfProduct = { issuedProductId: string };
const debitsOf = (db: Tx, { issuedProductId }: OfProduct) =>
  db
    .selectFrom("payment_order")
    .select(orderColumns)
    .where("issued_product_id", "=", issuedProductId)
    .where("direction", "=", "INCOMING")
    .where("purpose", "in", ["REPAYMENT", "FEE", "PAYOFF", "LUMP_SUM"])
    .orderBy("id");
const lockDebits = prepared((db, of: OfProduct) => debitsOf(db, of).forUpdate());
const readDebits = prepared(debitsOf);

/** Whose account an order is for: a bill is paid to its payee, a replaced debt to its creditor, and a payment of no business to its platform. */
export function partyOf({ businessId, purpose, productType, direction, entries }: Order): Party {
  if (businessId === null) return "PLATFORM";
  if (purpose === "FUNDING" && productType === "EXTEND_PAY_PURCHASE_ORDER") return "PAYEE";
  const isPayoff = direction === "OUTGOING" && entries?.some(({ event }) => event === "EXTERNAL_PAYOFF_SENT");
  return isPayoff ? "CREDITOR" : "BUSINESS";
}

/** The objects that an order pays for, where known. */
export const subjectsOf = ({ issuedProductId, drawId, invoiceId }: Order) => ({
  ...(issuedProductId && { issuedProductId }),
  ...(drawId && { drawId }),
  ...(invoiceId && { invoiceId }),
});

export type OrderEvent = (typeof paymentOrderLifecycle.events)[number];

/** The columns that change together with the status. */
type Change = Record<string, unknown>;

/**
 * Moves a locked order along its lifecycle, if the lifecycle allows the event, and records the step, the event and the audit row. Where an
 * event can lead to several states, the caller chooses one.
 */
export async function moveOrder(
  tx: Tx,
  order: Order,
  event: OrderEvent,
  by: By,
  change: Change = {},
  chosen?: PaymentOrderStatus,
): Promise<PaymentOrderStatus> {
  const status = paymentOrderLifecycle.next(order.status, event, chosen);
  const step = { event, status, kind: event === "RETURNED" ? "payment.returned" : kindOf[status] } as const;
  await tx
    .with("step", (db) => db.insertInto("payment_order_step").values(rowOfStep(order, step, by.now)))
    .updateTable("payment_order")
    .set({ ...change, status })
    .where("id", "=", order.id)
    .execute();
  await recordStep(tx, order, step, by);
  return status;
}

const kindOf = {
  CREATED: "payment.created",
  SCHEDULED: "payment.scheduled",
  PAYMENT_PROCESSOR_OUTAGE: "payment.delayed",
  SUBMITTED: "payment.submitted",
  UNEXPECTED_ERROR: "payment.delayed",
  SUCCESSFUL_PAYMENT: "payment.settled",
  FAILED_PAYMENT: "payment.failed",
  REJECTED: "payment.cancelled",
  CANCELLED: "payment.cancelled",
} as const satisfies Record<PaymentOrderStatus, EventKind>;

type OrderStep = {
  event: OrderEvent | (typeof paymentOrderLifecycle.beginnings)[number];
  status: PaymentOrderStatus;
  kind: (typeof kindOf)[PaymentOrderStatus] | "payment.checked" | "payment.rescheduled" | "payment.returned";
};

type Stepping = Pick<Order, "id" | "platformId" | "businessId" | "status">;
type By = { actor: Actor; requestId: string | null; now: Date };

/** Records a step of a locked order: its row, the event and the audit row. */
export async function noteStep(tx: Tx, order: Stepping, step: OrderStep, by: By): Promise<void> {
  await tx
    .insertInto("payment_order_step")
    .values(rowOfStep(order, step, by.now))
    .execute();
  await recordStep(tx, order, step, by);
}

const rowOfStep = ({ id, platformId, businessId }: Stepping, { event, status }: OrderStep, now: Date) => ({
  platform_id: platformId,
  business_id: businessId,
  payment_order_id: id,
  event,
  status,
  happened_at: now,
});

async function recordStep(
  tx: Tx,
  { id, platformId, businessId, status: before }: Stepping,
  { event, status, kind }: OrderStep,
  { actor, requestId }: By,
): Promise<void> {
  await record(tx, {
    platformId,
    businessId,
    kind,
    body: { paymentOrderId: id, status },
    action: `payment.${event.toLowerCase().replaceAll("_", "-")}`,
    object: { kind: "payment order", id },
    before: { status: before },
    after: { status },
    actor,
    requestId,
  });
}

export const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };

import { Refusal } from "@inlay/contracts/errors.ts";
import { preDebitCheckAt } from "@inlay/lending/calendar/ach.ts";
import { bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Book, FeeType } from "@inlay/lending/ledger/accounts.ts";
import type { Entry } from "@inlay/lending/ledger/entry.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { needsApproval } from "@inlay/lending/payments/approval.ts";
import type { PaymentDirection, PaymentType } from "@inlay/lending/payments/payment-order.ts";
import type { DishonorCode } from "@inlay/lending/payments/reversal.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { v7 as uuidv7 } from "uuid";
import { openTask } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import type { Actor } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { moveOrder, noteStep, type Order, type OrderPurpose, orderColumns, type Rail } from "./order.ts";

export type NewOrder = {
  platformId: string;
  businessId: string | null;
  /** The idempotency key. A second request with the same key returns the existing order. */
  key: string;
  bankAccountId: string | null;
  /** ACH where it is not given. */
  rail?: Rail;
  toBook?: Book | null;
  direction: PaymentDirection;
  paymentType: PaymentType;
  /** Null for a payment that belongs to no product. */
  productType: ProductType | null;
  /** The fee that a FEE payment collects. */
  feeType: FeeType | null;
  amountCents: Cents;
  split: { principalCents: number; interestCents: number; feeCents: number };
  book: Book;
  item: string;
  subjects: { issuedProductId?: string; drawId?: string; invoiceId?: string };
  dueOn: BusinessDate;
  purpose: OrderPurpose;
  /** The entries of an OTHER or MICRO_ENTRY order, null for every other purpose: posted when a payout is submitted, or when a debit settles. */
  entries: readonly Entry[] | null;
  /** The part of the business's credit that a payoff uses in addition to its amount. */
  creditUsedCents?: Cents;
  /** The settled debit of which this order returns a part. */
  refundOfId?: string | null;
  /** The wrong debit that a REVERSAL pays back. */
  reversalOfId?: string | null;
  /** The wrongly returned debit that this order collects again, and the code of the network for it. */
  dishonorOfId?: string | null;
  dishonorCode?: DishonorCode;
  /** Created by a person rather than by a schedule. */
  isManual: boolean;
  /** It is debited on its day or not at all, and is not tried again. */
  isOnce?: boolean;
  /** It stays CREATED until the command that holds it releases or cancels it. It needs no other approval then. */
  isHeld?: boolean;
  /** Its account was authorized for it alone, and stays when another account is chosen for debits. */
  keepsAccount?: boolean;
  /** The staff member who approved it with another one before it was created. It then needs no further approval. */
  approvedBy?: string;
  /** The failed order that this one repeats, and how this one counts. */
  retryOf?: { id: string; retriesMade: number; firstSettledOn: BusinessDate | null };
};

/** The parts of an order that belongs to no business and no product. Its amount has no split, and nobody debits it. */
export const ofNoProduct = {
  businessId: null,
  bankAccountId: null,
  paymentType: "OUTGOING",
  productType: null,
  feeType: null,
  split: { principalCents: 0, interestCents: 0, feeCents: 0 },
  subjects: {},
  purpose: "OTHER",
  isManual: false,
} as const satisfies Partial<NewOrder>;

type RequestedBy = { actor: Actor; requestId: string | null };

/** Creates an order and schedules it if it needs no approval. Returns its id. */
export async function createOrder(tx: Tx, wanted: NewOrder, by: RequestedBy): Promise<string> {
  const now = await businessNow(tx, wanted.businessId);
  const id = uuidv7();
  const looksImproper = wanted.retryOf === undefined && (await hasTwin(tx, wanted));
  const made = await tx
    .insertInto("payment_order")
    .values({
      id,
      platform_id: wanted.platformId,
      business_id: wanted.businessId,
      key: wanted.key,
      bank_account_id: wanted.bankAccountId,
      rail: wanted.rail ?? "ACH",
      to_book: wanted.toBook ?? null,
      direction: wanted.direction,
      payment_type: wanted.paymentType,
      transfer_type: "CASH",
      product_type: wanted.productType,
      fee_type: wanted.feeType,
      amount_cents: wanted.amountCents,
      principal_cents: wanted.split.principalCents,
      interest_cents: wanted.split.interestCents,
      fee_cents: wanted.split.feeCents,
      book: wanted.book,
      item: wanted.item,
      issued_product_id: wanted.subjects.issuedProductId ?? null,
      draw_id: wanted.subjects.drawId ?? null,
      invoice_id: wanted.subjects.invoiceId ?? null,
      due_on: wanted.dueOn,
      effective_on: bankingDayOnOrAfter(wanted.dueOn),
      purpose: wanted.purpose,
      entries: wanted.entries === null ? null : JSON.stringify(wanted.entries),
      credit_used_cents: wanted.creditUsedCents ?? 0,
      refund_of_id: wanted.refundOfId ?? null,
      reversal_of_id: wanted.reversalOfId ?? null,
      dishonor_of_id: wanted.dishonorOfId ?? null,
      dishonor_code: wanted.dishonorCode ?? null,
      status: "CREATED",
      created_by_kind: by.actor.kind,
      created_by: by.actor.id,
      is_manual: wanted.isManual,
      is_once: wanted.isOnce ?? false,
      keeps_account: wanted.keepsAccount ?? false,
      looks_improper: looksImproper,
      retry_of_id: wanted.retryOf?.id ?? null,
      retries_made: wanted.retryOf?.retriesMade ?? 0,
      first_settled_on: wanted.retryOf?.firstSettledOn ?? null,
      alerts: looksImproper ? ["IMPROPERLY_CREATED"] : [],
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning(orderColumns)
    .executeTakeFirst();
  if (!made) return findByKey(tx, wanted);
  const order = made as unknown as Order;
  const event = wanted.retryOf ? "RETRIED" : "CREATED";
  await noteStep(tx, order, { event, status: "CREATED", kind: "payment.created" }, { ...by, now });

  const { platformId, businessId } = wanted;
  if (wanted.isHeld) return id;
  if (!wanted.approvedBy && needsApproval({ ...order, createdBy: order.createdBy ?? "" })) {
    const dueAt = new Date(now.getTime() + approvalHours * 3_600_000);
    await openTask(tx, { kind: "PAYMENT_APPROVAL", subjectId: id, platformId, businessId, dueAt });
  } else
    await schedule(tx, order, { actor: { kind: "SYSTEM", id: null }, requestId: by.requestId }, now, wanted.approvedBy);
  return id;
}

const approvalHours = 4;

/**
 * Schedules the order: a debit's balance is checked the day before, a payout is sent at once. A payment that moves without the processor
 * begins to wait for the line of our bank.
 */
export async function schedule(
  tx: Tx,
  order: Order,
  by: RequestedBy,
  now: Date,
  approvedBy: string | null = null,
): Promise<void> {
  const isDebit = order.direction === "INCOMING" && order.rail === "ACH";
  const nextActionAt = isDebit ? preDebitCheckAt(order.effectiveOn) : now;
  await moveOrder(tx, order, "APPROVED", { ...by, now }, { approved_by: approvedBy, next_action_at: nextActionAt });
}

/** The same key with other contents is the caller's mistake and must not return the existing order. */
async function findByKey(tx: Tx, { key, amountCents, bankAccountId, direction }: NewOrder): Promise<string> {
  const found = await tx
    .selectFrom("payment_order")
    .select(["id", "amount_cents", "bank_account_id", "direction"])
    .where("key", "=", key)
    .executeTakeFirst();
  if (!found || found.amount_cents !== amountCents || found.bank_account_id !== bankAccountId)
    throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  if (found.direction !== direction) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  return found.id;
}

/** Whether an order for the same item, amount and day is pending or paid. */
async function hasTwin(tx: Tx, { platformId, businessId, item, amountCents, dueOn }: NewOrder): Promise<boolean> {
  const twin = await tx
    .selectFrom("payment_order")
    .select("id")
    .where("platform_id", "=", platformId)
    .where("business_id", "is not distinct from", businessId)
    .where("item", "=", item)
    .where("amount_cents", "=", amountCents)
    .where("due_on", "=", dueOn)
    .where("status", "not in", ["REJECTED", "CANCELLED", "FAILED_PAYMENT"])
    .executeTakeFirst();
  return twin !== undefined;
}

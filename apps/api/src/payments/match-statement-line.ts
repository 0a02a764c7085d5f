import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import {
  collectionOnStatement,
  collectionReturned,
  disbursementOnStatement,
  disbursementReturned,
  unidentifiedReceived,
  unidentifiedSent,
} from "@inlay/lending/ledger/entries.ts";
import type { Entry } from "@inlay/lending/ledger/entry.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { PaymentDirection } from "@inlay/lending/payments/payment-order.ts";
import { v7 as uuidv7 } from "uuid";
import { closeTask, openTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, scopeOf, staffScope, type Tx } from "../db/scope.ts";
import { internalScope, post, suspenseBankingDays } from "../ledger/public.ts";
import type { BankLine, Payments, ProcessorPayment } from "../providers/payments/port.ts";
import { applyProcessorStatus } from "./apply-processor-status.ts";
import { findOrder } from "./find-order.ts";
import { lockOrder, type Order } from "./order.ts";
import { postBankLine, postReceipt } from "./post-order.ts";

/** Why a bank line does not match our records. */
export type LineFault =
  | "UNKNOWN_PAYMENT"
  | "NOT_OURS"
  | "AMOUNT_DIFFERS"
  | "DIRECTION_DIFFERS"
  | "BOOK_DIFFERS"
  | "SEEN_TWICE"
  | "NEVER_SENT";

export type MatchedLine = { id: string; fault: LineFault | null };

/** Matches a new bank line to its order and posts it. Null when a concurrent read has already saved it. */
export async function matchStatementLine(
  app: AppContext,
  payments: Payments,
  line: BankLine,
): Promise<MatchedLine | null> {
  const match = await payments.match(line.lineId);
  if (!match) return unexplained(app, line, "UNKNOWN_PAYMENT");
  const truth = await payments.read(match.processorId);
  const tenant = await findOrder(app, truth.orderId, match.processorId);
  if (!tenant) return unexplained(app, line, "NOT_OURS");
  return inScope(app.pool, scopeOf(tenant), async (tx) => {
    const order = await lockOrder(tx, tenant.id);
    if (!order) throw new Error("a payment order that was found does not exist");
    const meaning = meaningOf(order, line, match.isReturn);
    const fault = await faultOf(tx, order, line, meaning, truth);
    const id = await saveLine(tx, line, { order, meaning, fault });
    if (!id) return null;
    // A faulty line still reports a real movement of money, so it is posted as the money moved, and a staff task reports the fault.
    const on = new Date(line.postedOn);
    await postBankLine(tx, order, entryFor(meaning, order.direction, line), `line/${line.lineId}`, on);
    if (meaning === "RECEIVED" && !fault) await postReceipt(tx, order, line.book, on);
    // The statement may be the first to report what a lost webhook would have reported.
    await applyProcessorStatus(tx, order, truth, await businessNow(tx, order.businessId));
    const { platformId, businessId } = order;
    const kind = "RECONCILIATION_FAULT";
    if (fault) await openTask(tx, { kind, subjectId: id, platformId, businessId, dueAt: new Date() });
    // An earlier task may have reported this line as missing.
    else await closeTask(tx, { kind, subjectId: order.id });
    return { id, fault };
  });
}

type LineMeaning = "SENT" | "RETURNED" | "RECEIVED";

/** A payment between our own books has a line in each of them. */
function meaningOf({ toBook }: Order, { book, direction }: BankLine, isReturn: boolean): LineMeaning {
  if (isReturn) return "RETURNED";
  return toBook === book && direction === "INCOMING" ? "RECEIVED" : "SENT";
}

async function faultOf(
  tx: Tx,
  order: Order,
  line: BankLine,
  meaning: LineMeaning,
  truth: ProcessorPayment,
): Promise<LineFault | null> {
  const earlier = await tx
    .selectFrom("bank_line")
    .select("vendor_line_id")
    .where("payment_order_id", "=", order.id)
    .where("meaning", "=", meaning)
    .where("vendor_line_id", "!=", line.lineId)
    .executeTakeFirst();
  if (earlier) return "SEEN_TWICE";
  if (meaning !== "RECEIVED") {
    if (line.book !== order.book) return "BOOK_DIFFERS";
    // A debit brings money in and its return takes it out; a payout does the opposite.
    const expected = (order.direction === "INCOMING") === (meaning === "SENT") ? "INCOMING" : "OUTGOING";
    if (line.direction !== expected) return "DIRECTION_DIFFERS";
  }
  if (line.amountCents !== order.amountCents) return "AMOUNT_DIFFERS";
  const isUnsent = ["CREATED", "REJECTED", "CANCELLED"].includes(order.status);
  const isUnclaimed = order.status === "SCHEDULED" && order.claimedAt === null;
  // The processor reports a failure before sending, not a return.
  const hasFailed = truth.failure !== null && truth.failure.achCode === null;
  return isUnsent || isUnclaimed || hasFailed ? "NEVER_SENT" : null;
}

/** Chooses the entry by the actual direction and account of the money, whatever was expected. */
function entryFor(meaning: LineMeaning, direction: PaymentDirection, line: BankLine): Entry {
  if (meaning === "RECEIVED") return collectionOnStatement(line.book, line.amountCents);
  const entries: Record<PaymentDirection, Record<PaymentDirection, (book: Book, amountCents: Cents) => Entry>> = {
    INCOMING: { INCOMING: collectionOnStatement, OUTGOING: collectionReturned },
    OUTGOING: { OUTGOING: disbursementOnStatement, INCOMING: disbursementReturned },
  };
  return entries[direction][line.direction](line.book, line.amountCents);
}

/** Suspense is empty after three banking days. Later the task is overdue, and the ledger's check reports the line every night. */
const suspenseEndsAt = (postedOn: BusinessDate): Date =>
  easternInstant(addBankingDays(postedOn, suspenseBankingDays), clock(23, 59));

async function unexplained(app: AppContext, line: BankLine, fault: LineFault): Promise<MatchedLine | null> {
  return inScope(app.pool, internalScope, async (tx) => {
    const id = await saveLine(tx, line, { order: null, meaning: "UNEXPLAINED", fault });
    if (!id) return null;
    const entry = line.direction === "INCOMING" ? unidentifiedReceived : unidentifiedSent;
    await post(tx, entry(line.book, line.amountCents), {
      key: `bank-line/${line.book}/${line.lineId}`,
      occurredOn: line.postedOn,
      source: { type: "bank line", id },
      subjects: { platformId: null, businessId: null },
    });
    const { platformId } = staffScope;
    await openTask(tx, {
      kind: "RECONCILIATION_FAULT",
      subjectId: id,
      platformId,
      businessId: null,
      dueAt: suspenseEndsAt(line.postedOn),
    });
    return { id, fault };
  });
}

type Explanation = { order: Order | null; meaning: LineMeaning | "UNEXPLAINED"; fault: LineFault | null };

/** Returns our id for the line, or null when it was saved before. */
async function saveLine(tx: Tx, line: BankLine, { order, meaning, fault }: Explanation): Promise<string | null> {
  const id = uuidv7();
  const kept = await tx
    .insertInto("bank_line")
    .values({
      id,
      vendor_line_id: line.lineId,
      book: line.book,
      posted_on: line.postedOn,
      direction: line.direction === "INCOMING" ? "IN" : "OUT",
      amount_cents: line.amountCents,
      platform_id: order?.platformId ?? null,
      business_id: order?.businessId ?? null,
      payment_order_id: order?.id ?? null,
      meaning,
      fault,
    })
    .onConflict((conflict) => conflict.column("vendor_line_id").doNothing())
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n ? id : null;
}

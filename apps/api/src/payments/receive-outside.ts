import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import { inAnotherScope, staffScope, statement, type Tx } from "../db/scope.ts";
import { internalScope } from "../ledger/public.ts";
import { submitOutside } from "./advance-order.ts";
import { fail } from "./apply-processor-status.ts";
import { giveToOrder, type UnidentifiedLine } from "./clear-suspense.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { lockOrder } from "./order.ts";

/** A receipt in suspense: money that has come to our bank, and that no payment has explained yet. */
export type Receipt = UnidentifiedLine;

/**
 * Locks the receipt in suspense with this reference of the processor; null if there is none any more. Whoever waits for the lock reads
 * what the other has made of it, so that a receipt is given to one payment. Lock the product before it.
 */
export const lockReceipt = (tx: Tx, vendorLineId: string): Promise<Receipt | null> => lockLine(tx, vendorLineId, "IN");

/** The same for money that our bank has taken out, such as that of a check that has bounced. Lock its payment before it. */
export const lockWithdrawal = (tx: Tx, vendorLineId: string): Promise<Receipt | null> =>
  lockLine(tx, vendorLineId, "OUT");

async function lockLine(tx: Tx, vendorLineId: string, direction: "IN" | "OUT"): Promise<Receipt | null> {
  const [line] = await inAnotherScope(tx, internalScope, () =>
    statement<Receipt>(
      tx,
      `select id, vendor_line_id as "vendorLineId", book, posted_on as "postedOn", direction, amount_cents as "amountCents"
       from app.bank_line where vendor_line_id = $1 and meaning = 'UNEXPLAINED' and direction = $2 for update`,
      [vendorLineId, direction],
    ),
  );
  return line ?? null;
}

/**
 * Creates the order of a payment that has come without the processor, and settles it by its locked receipt in the same transaction. The key
 * names the receipt, so that it is paid in once.
 */
export async function receiveOutside(
  tx: Tx,
  receipt: Receipt,
  wanted: Omit<NewOrder, "key" | "rail" | "direction" | "amountCents" | "bankAccountId" | "book">,
  by: { memberId: string; requestId: string },
): Promise<string> {
  const { memberId, requestId } = by;
  const id = await createOrder(
    tx,
    {
      ...wanted,
      key: `receipt/${receipt.id}`,
      rail: "OUTSIDE",
      direction: "INCOMING",
      amountCents: receipt.amountCents,
      bankAccountId: null,
      book: receipt.book,
      approvedBy: memberId,
    },
    { actor: { kind: "STAFF", id: memberId }, requestId },
  );
  const order = await lockOrder(tx, id);
  if (!order) throw new Error("a payment order does not exist after its insert");
  await submitOutside(tx, order, await businessNow(tx, order.businessId));
  await giveToOrder(tx, receipt, id, by);
  await inAnotherScope(tx, staffScope, () => closeTask(tx, { kind: "RECONCILIATION_FAULT", subjectId: receipt.id }));
  return id;
}

/**
 * Takes back a settled payment that had come without the processor: a check has bounced, or a wire was called back. The locked line of our bank
 * is its return. Staff have a task until they have spoken with the business.
 */
export async function returnOutside(
  tx: Tx,
  line: Receipt,
  paymentOrderId: string,
  by: { memberId: string; requestId: string },
): Promise<void> {
  const order = await lockOrder(tx, paymentOrderId);
  if (order?.rail !== "OUTSIDE") throw new Error("a payment from outside is returned by our bank");
  const now = await businessNow(tx, order.businessId);
  await fail(tx, order, { reason: "wire_returned", achCode: null }, now);
  await giveToOrder(tx, line, order.id, by);
  await inAnotherScope(tx, staffScope, () => closeTask(tx, { kind: "RECONCILIATION_FAULT", subjectId: line.id }));
  const { id: subjectId, platformId, businessId } = order;
  const dueAt = easternInstant(addBankingDays(dateAt(now), 1), clock(17, 0));
  await openTask(tx, { kind: "PAYMENT_FAILED", subjectId, platformId, businessId, dueAt });
}

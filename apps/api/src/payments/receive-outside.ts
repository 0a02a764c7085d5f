import { closeTask } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import { inAnotherScope, staffScope, statement, type Tx } from "../db/scope.ts";
import { internalScope } from "../ledger/public.ts";
import { submitOutside } from "./advance-order.ts";
import { giveToOrder, type UnidentifiedLine } from "./clear-suspense.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { lockOrder } from "./order.ts";

/** A receipt in suspense: money that has come to our bank, and that no payment has explained yet. */
export type Receipt = UnidentifiedLine;

/**
 * Locks the receipt in suspense with this reference of the processor; null if there is none any more. Whoever waits for the lock reads
 * what the other has made of it, so that a receipt is given to one payment. Lock the product before it.
 */
export async function lockReceipt(tx: Tx, vendorLineId: string): Promise<Receipt | null> {
  const [receipt] = await inAnotherScope(tx, internalScope, () =>
    statement<Receipt>(
      tx,
      `select id, vendor_line_id as "vendorLineId", book, posted_on as "postedOn", direction, amount_cents as "amountCents"
       from app.bank_line where vendor_line_id = $1 and meaning = 'UNEXPLAINED' and direction = 'IN' for update`,
      [vendorLineId],
    ),
  );
  return receipt ?? null;
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

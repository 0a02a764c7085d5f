import { Refusal } from "@inlay/contracts/errors.ts";
import { invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { whyNotCancelInvoice } from "@inlay/lending/mechanics/invoices/why-not-change-invoice.ts";
import type { PaymentOrderStatus } from "@inlay/lending/payments/payment-order.ts";
import type { Actor } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { cancelOrder } from "../../payments/public.ts";
import { findInvoice, type Invoice, lockProduct, saveInvoiceState } from "../../products/public.ts";
import { toInvoiceResponse } from "./invoice-response.ts";
import { isBillProduct } from "./quote-invoice.ts";

type By = { actor: Actor; requestId: string | null };
export type Payout = { id: string; status: PaymentOrderStatus; isClaimed: boolean };

const payouts = (tx: Tx) =>
  tx
    .selectFrom("payment_order")
    .select(["id", "invoice_id as invoiceId", "status", "claimed_at as claimedAt"])
    .where("invoice_id", "is not", null)
    .where("purpose", "=", "FUNDING")
    .orderBy("id");

type PayoutRow = { id: string; invoiceId: string | null; status: string; claimedAt: Date | null };
const toPayout = ({ id, invoiceId, status, claimedAt }: PayoutRow) => ({
  id,
  invoiceId: invoiceId ?? "",
  status: status as PaymentOrderStatus,
  isClaimed: claimedAt !== null,
});

/** The payouts of an invoice, in the order in which they were made. */
export async function payoutsOf(tx: Tx, invoiceId: string): Promise<Payout[]> {
  return (await payouts(tx).where("invoice_id", "=", invoiceId).execute()).map(toPayout);
}

/** The payouts of the invoices of a product, by invoice. */
export async function payoutsOfProduct(tx: Tx, issuedProductId: string): Promise<Map<string, Payout[]>> {
  const rows = await payouts(tx).where("issued_product_id", "=", issuedProductId).execute();
  return Map.groupBy(rows.map(toPayout), ({ invoiceId }) => invoiceId);
}

/** Whether a payout may still reach its account, or has. */
export const isPayoutOpen = ({ status }: Payout): boolean =>
  status !== "CANCELLED" && status !== "REJECTED" && status !== "FAILED_PAYMENT";

type Ending = { event: "REJECTED"; rejectionReason: string; reviewedAt?: Date } | { event: "CANCELLED" };

/**
 * Ends an invoice that is not funded, and withdraws its payout. False if the payout is on its way or the invoice has ended. Its order is locked
 * first, then the product, as when the payout is submitted.
 */
export async function endInvoice(tx: Tx, { id, issuedProductId }: Invoice, ending: Ending, by: By): Promise<boolean> {
  for (const payout of await payoutsOf(tx, id))
    if (isPayoutOpen(payout) && !(await isPayoutCancelled(tx, payout.id, by))) return false;
  const product = await lockProduct(tx, issuedProductId);
  const invoice = await findInvoice(tx, id, true);
  if (!invoice || !invoiceLifecycle.allows(invoice.state, ending.event)) return false;
  // A payout may have been ordered between the two locks.
  if ((await payoutsOf(tx, id)).some(isPayoutOpen)) return false;
  const state = invoiceLifecycle.next(invoice.state, ending.event);
  const change =
    ending.event === "CANCELLED"
      ? { isCancelled: true }
      : {
          rejectionReason: ending.rejectionReason,
          ...(ending.reviewedAt && { reviewedAt: ending.reviewedAt }),
        };
  await saveInvoiceState(tx, product, id, invoice.state, state, change, by);
  return true;
}

async function isPayoutCancelled(tx: Tx, orderId: string, by: By): Promise<boolean> {
  try {
    await cancelOrder(tx, orderId, null, by);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "WRONG_STATE") return false;
    throw error;
  }
}

/** An invoice of a business by its id, without a lock. */
export async function ownInvoice(tx: Tx, businessId: string, id: string): Promise<Invoice> {
  const invoice = await findInvoice(tx, id);
  if (invoice?.businessId !== businessId) throw new Refusal("NOT_FOUND", { context: { object: "invoice" } });
  return invoice;
}

/** The person cancels an upload that was not parsed yet, or withdraws a bill whose payout nobody has claimed. */
export async function cancelInvoice(tx: Tx, caller: Person, id: string, requestId: string) {
  const invoice = await ownInvoice(tx, caller.businessId, id);
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  const { productType } = await tx
    .selectFrom("issued_product")
    .select("product_type as productType")
    .where("id", "=", invoice.issuedProductId)
    .executeTakeFirstOrThrow();
  const isBill = isBillProduct({ productType: productType as never });
  const refusal = whyNotCancelInvoice({ state: invoice.state, isBill }, await payoutsOf(tx, id));
  if (refusal || !(await endInvoice(tx, invoice, { event: "CANCELLED" }, by))) {
    const { state } = (await findInvoice(tx, id)) ?? invoice;
    throw new Refusal("INVOICE_WRONG_STATE", { context: { status: state } });
  }
  return toInvoiceResponse(tx, await lockProduct(tx, invoice.issuedProductId), id);
}

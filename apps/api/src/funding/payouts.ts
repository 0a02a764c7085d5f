import type { Tx } from "../db/scope.ts";

/** The payout of a product that was issued from an offer. */
export type Payout = { id: string; issuedProductId: string; applicationId: string; approvedBy: string };

/** Reads an order if it is the payout of a product itself, and not of a draw or an invoice. */
export async function payoutOf(tx: Tx, paymentOrderId: string): Promise<Payout | null> {
  const row = await tx
    .selectFrom("payment_order as p")
    .innerJoin("issued_product as i", "i.id", "p.issued_product_id")
    .innerJoin("offer as o", "o.id", "i.offer_id")
    .select(["p.id", "i.id as issuedProductId", "o.application_id as applicationId", "p.approved_by as approvedBy"])
    .where("p.id", "=", paymentOrderId)
    .where("p.purpose", "=", "FUNDING")
    .where("p.draw_id", "is", null)
    .where("p.invoice_id", "is", null)
    .executeTakeFirst();
  return row ? { ...row, approvedBy: row.approvedBy ?? "" } : null;
}

/** The payouts of a product that were ordered so far, and whether one of them may still reach the business or has reached it. */
export async function payoutsOf(tx: Tx, issuedProductId: string): Promise<{ count: number; isOneOnItsWay: boolean }> {
  const rows = await tx
    .selectFrom("payment_order")
    .select("status")
    .where("issued_product_id", "=", issuedProductId)
    .where("purpose", "=", "FUNDING")
    .execute();
  const isOver = (status: string) => ["CANCELLED", "REJECTED", "FAILED_PAYMENT"].includes(status);
  return { count: rows.length, isOneOnItsWay: rows.some(({ status }) => !isOver(status)) };
}

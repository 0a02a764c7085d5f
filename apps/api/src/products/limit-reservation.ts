import { availableLimit } from "@inlay/lending/mechanics/available-limit.ts";
import type { Item } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import type { IssuedProduct } from "./issued-product.ts";

/** What a line lends and has lent. Read under the lock of its product to decide by it. */
export type LineLimit = {
  limitCents: Cents;
  availableCents: Cents;
  overLimitCents: Cents;
  /** The amount of draws and invoices that wait for funding. */
  reservedPrincipalCents: Cents;
};

/** The limit of a line. What was written off stays used. */
export async function readLimit(tx: Tx, { id, loanStatus }: IssuedProduct): Promise<LineLimit> {
  const { rows } = await sql<{ limit_cents: number; reserved_cents: number; owed_cents: number }>`
    select p.limit_cents, p.reserved_cents, (
      select coalesce(sum(owed_principal_cents - paid_principal_cents), 0)::bigint from app.obligation
      where issued_product_id = p.id and cancelled_at is null and refund_order_id is null) as owed_cents
    from app.issued_product p where p.id = ${id} and p.limit_cents is not null`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("only a line has a limit");
  const limitCents = cents(row.limit_cents);
  const [openPrincipalCents, reservedPrincipalCents] = [cents(row.owed_cents), cents(row.reserved_cents)];
  return {
    limitCents,
    availableCents: availableLimit({ loanStatus, limitCents, openPrincipalCents, reservedPrincipalCents }),
    overLimitCents: cents(Math.max(0, openPrincipalCents + reservedPrincipalCents - limitCents)),
    reservedPrincipalCents,
  };
}

/**
 * Keeps an amount of a line's limit for a draw or an invoice, which exists already. The table refuses more than is left, and any request to a
 * line that is not CURRENT or is suspended (`app.keep_limit`); whoever calls it has told the borrower before.
 */
export async function reserveLimit(
  tx: Tx,
  { id, platformId, businessId }: IssuedProduct,
  { drawId, invoiceId }: Item,
  amountCents: Cents,
): Promise<void> {
  await tx
    .insertInto("limit_reservation")
    .values({
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: id,
      draw_id: drawId,
      invoice_id: invoiceId,
      amount_cents: amountCents,
    })
    .execute();
}

/**
 * Follows the state of a draw or an invoice: it waits for its payout, its principal is owed instead, or it keeps nothing any more. Nothing for
 * one that was requested without a reservation.
 */
export async function moveReservation(
  tx: Tx,
  { drawId, invoiceId }: Item,
  state: "WAITING" | "FUNDED" | "RELEASED",
): Promise<void> {
  const rows = tx.updateTable("limit_reservation").set({ state }).where("state", "!=", state);
  if (drawId) await rows.where("draw_id", "=", drawId).execute();
  if (invoiceId) await rows.where("invoice_id", "=", invoiceId).execute();
}

/** An invoice that is approved for less than it was submitted for keeps less of the limit. */
export async function lowerReservation(tx: Tx, invoiceId: string, amountCents: Cents): Promise<void> {
  await tx
    .updateTable("limit_reservation")
    .set({ amount_cents: amountCents })
    .where("invoice_id", "=", invoiceId)
    .where("state", "=", "WAITING")
    .where("amount_cents", ">", amountCents)
    .execute();
}

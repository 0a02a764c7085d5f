import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import type { listPaymentOrders as listPaymentOrdersCall } from "@inlay/contracts/calls/payments.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { PaymentDirection, PaymentOrderStatus } from "@inlay/lending/payments/payment-order.ts";
import type { Tx } from "../db/scope.ts";

/** The page of a person who asks for none. */
const pageLength = 100;

/** Lists the payments of a product, newest first: its payouts, its debits by schedule and of fees, and what was refunded of them. */
export async function listPaymentOrders(
  tx: Tx,
  businessId: string,
  issuedProductId: string,
  query: Parsed<typeof listPaymentOrdersCall, "query">,
): Promise<Answer<typeof listPaymentOrdersCall>> {
  const own = await tx
    .selectFrom("issued_product")
    .select("id")
    .where("id", "=", issuedProductId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  if (!own) throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  const { direction, statuses, paymentOrderStatusesToExclude: excluded } = query;
  const { drawRequestIds, invoiceIds, platformInvoiceIds, limit = pageLength, offset = 0 } = query;
  let found = tx
    .selectFrom("payment_order as p")
    .leftJoin("invoice as i", "i.id", "p.invoice_id")
    .select(["p.id", "p.draw_id", "p.invoice_id", "i.platform_invoice_id", "p.principal_cents", "p.interest_cents"])
    .select(["p.fee_cents", "p.fee_type", "p.payment_type", "p.purpose", "p.direction", "p.status", "p.amount_cents"])
    .select(["p.effective_on", "p.payment_confirmed_at", "p.failure_reason", "p.created_at", "p.updated_at"])
    .where("p.issued_product_id", "=", issuedProductId);
  if (direction) found = found.where("p.direction", "=", direction);
  if (statuses) found = found.where("p.status", "in", statuses);
  if (excluded) found = found.where("p.status", "not in", excluded);
  if (drawRequestIds) found = found.where("p.draw_id", "in", drawRequestIds);
  if (invoiceIds) found = found.where("p.invoice_id", "in", invoiceIds);
  if (platformInvoiceIds) found = found.where("i.platform_invoice_id", "in", platformInvoiceIds);
  const rows = await found
    .orderBy("p.effective_on", "desc")
    .orderBy("p.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const paymentOrders = rows.map((row) => {
    const isRefund = row.payment_type === "REFUND";
    // The account of the business is the source of a debit and the destination of a payout.
    const isDebit = row.direction === "INCOMING";
    return {
      id: row.id,
      issuedProductId,
      drawRequestId: row.draw_id,
      invoiceId: row.invoice_id,
      platformInvoiceId: row.platform_invoice_id,
      principalAmountCents: row.principal_cents,
      interestAmountCents: row.interest_cents,
      feeAmountCents: row.fee_cents,
      feeType: row.fee_type,
      isRefund,
      refundType: isRefund ? row.purpose : null,
      paymentOrder: {
        id: row.id,
        direction: row.direction as PaymentDirection,
        status: row.status as PaymentOrderStatus,
        amountCents: row.amount_cents,
        effectiveDate: String(row.effective_on),
        paymentConfirmedAt: row.payment_confirmed_at?.toISOString() ?? null,
        latestSourceFailureReason: isDebit ? row.failure_reason : null,
        latestDestinationFailureReason: isDebit ? null : row.failure_reason,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      },
    };
  });
  return { paymentOrders };
}

import type { FeeType } from "@inlay/lending/ledger/accounts.ts";
import type { FailureReason } from "@inlay/lending/payments/failure-reason.ts";
import type { Tx } from "../../db/scope.ts";

/** A payment order with its account and what it pays, as far as people are told about it. */
export async function readPayment(tx: Tx, paymentOrderId: string) {
  const row = await tx
    .selectFrom("payment_order as o")
    .leftJoin("bank_account as a", "a.id", "o.bank_account_id")
    .leftJoin("invoice as i", "i.id", "o.invoice_id")
    .leftJoin("draw as d", "d.id", "o.draw_id")
    .select([
      "o.id",
      "o.status",
      "o.direction",
      "o.rail",
      "o.purpose",
      "o.transfer_type as transferType",
      "o.is_once as isOnce",
      "o.item",
      "o.issued_product_id as issuedProductId",
      "o.draw_id as drawId",
      "o.invoice_id as invoiceId",
      "o.fee_type as feeType",
      "o.amount_cents as amountCents",
      "o.principal_cents as principalCents",
      "o.interest_cents as interestCents",
      "o.fee_cents as feeCents",
      "o.credit_cents as creditCents",
      "o.due_on as dueOn",
      "o.effective_on as effectiveOn",
      "o.failure_reason as failureReason",
      "a.institution_name as institutionName",
      "a.account_name as accountName",
      "a.account_number_last4 as last4",
      "a.is_number_tokenized as isTokenized",
      "a.party",
      "a.holder_name as holderName",
      "i.platform_invoice_id as invoiceIdentifier",
      "i.state as invoiceState",
      "d.state as drawState",
      "d.funded_on as drawDate",
    ])
    .where("o.id", "=", paymentOrderId)
    .executeTakeFirst();
  if (!row?.issuedProductId) return null;
  const { institutionName, accountName, last4, isTokenized, party, holderName, ...order } = row;
  const name = institutionName ?? accountName;
  return {
    ...order,
    issuedProductId: row.issuedProductId,
    feeType: order.feeType as FeeType | null,
    failureReason: order.failureReason as FailureReason | null,
    account: name === null ? null : { name, last4: isTokenized ? null : last4 },
    /** Who was paid, where it was not the business. */
    payeeName: party === "BUSINESS" ? null : holderName,
  };
}
export type PaymentFacts = NonNullable<Awaited<ReturnType<typeof readPayment>>>;

/** What every event about a payment says of it. */
export const aboutOrder = ({ invoiceIdentifier, principalCents, interestCents, feeCents }: PaymentFacts) => ({
  invoiceIdentifier,
  principalCents,
  interestCents,
  feeCents,
});

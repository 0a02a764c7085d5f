import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import {
  type Change,
  joined,
  noChange,
  type ObligationChange,
  type Payment,
  takeBack,
} from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, cents, sum } from "@inlay/lending/money/cents.ts";
import type { Tx } from "../db/scope.ts";
import { bill } from "./bill-product.ts";
import { amountsOf, functionsOf, type IssuedProduct, readIssued } from "./issued-product.ts";
import { saveChange } from "./save-change.ts";

/** The payment order that settled. */
export type SettledOrder = {
  id: string;
  /** The prefix of the idempotency keys of its journals. */
  key: string;
  occurredOn: BusinessDate;
  payment: Payment;
};

/** What a settled order has paid. */
export type AppliedPayment = {
  journalIds: string[];
  principalCents: Cents;
  interestCents: Cents;
  feeCents: Cents;
  /** The part for which nothing was owed. It is the business's credit. */
  overpaidCents: Cents;
  /** The part of the business's credit that was used in addition. */
  creditUsedCents: Cents;
  /** The part of an invoice's fee that early repayment gives back. */
  rebateCents: Cents;
};

/**
 * Applies a settled payment to its locked product: the product decides what is paid as it stands now, whatever was expected when the order
 * was created. The changes are saved with the order, so that a return takes back exactly these.
 */
export async function applyPayment(tx: Tx, product: IssuedProduct, order: SettledOrder): Promise<AppliedPayment> {
  const { payment } = order;
  const change = joined(functionsOf(product.productType).apply(await readIssued(tx, product), payment));
  const journalIds = await saveChange(tx, product, change, {
    key: order.key,
    type: "payment order",
    id: order.id,
    paymentOrderId: order.id,
    occurredOn: order.occurredOn,
  });
  await saveApplications(tx, product, { id: order.id, effectiveOn: payment.effectiveOn }, change);
  const rebateCents = sum(change.entries.map((entry) => entry.rebateCents));
  return { journalIds, ...splitOf(change, payment, product), rebateCents };
}

/** The split of a payment. What is collected after a write-off is a recovery and counts as principal. */
function splitOf({ obligations, overpaidCents }: Change, { amountCents }: Payment, { writtenOffAt }: IssuedProduct) {
  const principalCents = writtenOffAt ? amountCents : sum(obligations.map(({ paid }) => paid.principalCents));
  const interestCents = sum(obligations.map(({ paid }) => paid.interestCents));
  const feeCents = sum(obligations.map(({ paid }) => paid.feeCents));
  const creditUsedCents = cents(principalCents + interestCents + feeCents + overpaidCents - amountCents);
  return { principalCents, interestCents, feeCents, overpaidCents, creditUsedCents };
}

/** Saves what an order has changed of the product's obligations, so that a return can take it back. */
export async function saveApplications(
  tx: Tx,
  product: IssuedProduct,
  order: { id: string; effectiveOn: BusinessDate },
  change: Change,
): Promise<void> {
  if (change.obligations.length === 0) return;
  await tx
    .insertInto("payment_application")
    .values(
      change.obligations.map(({ obligationId, owed, paid, waived, billedInterestCents, unearnedFeeCents }) => ({
        platform_id: product.platformId,
        business_id: product.businessId,
        payment_order_id: order.id,
        issued_product_id: product.id,
        obligation_id: obligationId,
        effective_on: order.effectiveOn,
        owed_principal_cents: owed.principalCents,
        owed_interest_cents: owed.interestCents,
        owed_fee_cents: owed.feeCents,
        paid_principal_cents: paid.principalCents,
        paid_interest_cents: paid.interestCents,
        paid_fee_cents: paid.feeCents,
        waived_principal_cents: waived.principalCents,
        waived_interest_cents: waived.interestCents,
        waived_fee_cents: waived.feeCents,
        billed_interest_cents: billedInterestCents,
        unearned_fee_cents: unearnedFeeCents,
      })),
    )
    .execute();
}

/** What an order has changed of the product's obligations. */
export async function readApplications(tx: Tx, product: IssuedProduct, orderId: string): Promise<ObligationChange[]> {
  const rows = await tx
    .selectFrom("payment_application")
    .selectAll()
    .where("payment_order_id", "=", orderId)
    .where("issued_product_id", "=", product.id)
    .where("taken_back_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    obligationId: row.obligation_id,
    owed: amountsOf(row.owed_principal_cents, row.owed_interest_cents, row.owed_fee_cents),
    paid: amountsOf(row.paid_principal_cents, row.paid_interest_cents, row.paid_fee_cents),
    waived: amountsOf(row.waived_principal_cents, row.waived_interest_cents, row.waived_fee_cents),
    billedInterestCents: cents(row.billed_interest_cents),
    unearnedFeeCents: cents(row.unearned_fee_cents),
  }));
}

/** Ends what is saved of an order on a product: it was taken back, or is saved anew. */
export async function endApplications(tx: Tx, product: IssuedProduct, orderId: string, now: Date): Promise<void> {
  await tx
    .updateTable("payment_application")
    .set({ taken_back_at: now })
    .where("payment_order_id", "=", orderId)
    .where("issued_product_id", "=", product.id)
    .where("taken_back_at", "is", null)
    .execute();
}

/**
 * Takes back what a returned order had paid of its locked product, and bills what has fallen due meanwhile. Both are saved as one: with
 * simple interest the rows are restated by each event, so that only the sum of the two is a valid state. The journals of the order are
 * reversed by the caller.
 */
export async function takeBackPayment(tx: Tx, product: IssuedProduct, orderId: string, now: Date): Promise<void> {
  const obligations = await readApplications(tx, product, orderId);
  await endApplications(tx, product, orderId, now);
  await bill(tx, product, dateAt(now), takeBack({ ...noChange, obligations }));
}

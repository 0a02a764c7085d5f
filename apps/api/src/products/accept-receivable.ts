import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isScheduled, joined, totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { add, type Cents, cents, subtract, sum } from "@inlay/lending/money/cents.ts";
import { acceptReceivable as accept } from "@inlay/lending/products/integrated-cash-advance/accept-receivable.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { type IssuedProduct, lockProduct, readIssued, readObligations } from "./issued-product.ts";
import { saveChange } from "./save-change.ts";
import { type PaymentsState, updateStates } from "./states.ts";

/** The share of one card sale that a platform has withheld; negative for a refund of the sale. */
export type NewReceivable = {
  id: string;
  transactionId: string;
  transactionAt: Date;
  chargeAmountCents: Cents;
  amountCents: Cents;
  /** The receivable of the sale that is refunded. */
  reversalOfId: string | null;
  settlementId: string;
};

type Acceptance = { payments: PaymentsState; by: { actor: Actor; requestId: string | null } };

/** What is still to be collected of a locked integrated advance. After the write-off it is what has not been recovered. */
export async function uncollectedOf(tx: Tx, product: IssuedProduct): Promise<Cents> {
  const advance = (await readObligations(tx, product.id)).find(isScheduled);
  if (!advance) return cents(0);
  if (product.writtenOffAt === null) return totalOf(unpaid(advance));
  const withheld = await tx
    .selectFrom("receivable")
    .select((one) => one.fn.coalesce(one.fn.sum<number>("amount_cents"), one.lit(0)).as("cents"))
    .where("issued_product_id", "=", product.id)
    .where("is_recovery", "=", true)
    .executeTakeFirstOrThrow();
  const paid = await tx
    .selectFrom("payment_order")
    .select("amount_cents")
    .where("issued_product_id", "=", product.id)
    .where("direction", "=", "INCOMING")
    .where("status", "=", "SUCCESSFUL_PAYMENT")
    .where("payment_confirmed_at", ">=", product.writtenOffAt)
    .execute();
  const recovered = add(cents(Number(withheld.cents)), sum(paid.map((order) => cents(order.amount_cents))));
  return cents(Math.max(0, subtract(totalOf(advance.waived), recovered)));
}

/**
 * Accepts a receivable on a locked integrated advance of which `uncollectedCents` are left. Whether its amount is right is decided before
 * (`whyNotPostReceivable`). The transaction's key refuses a second acceptance.
 */
export async function acceptReceivable(
  tx: Tx,
  product: IssuedProduct,
  receivable: NewReceivable,
  uncollectedCents: Cents,
  { payments, by }: Acceptance,
): Promise<void> {
  if (product.productType !== "INTEGRATED_MCA") throw new Error("only an integrated advance has receivables");
  const { id, amountCents, chargeAmountCents } = receivable;
  const change = accept(await readIssued(tx, product), amountCents);
  const feeCents = sum(joined(change).obligations.map(({ paid }) => paid.feeCents));
  const remainingAfterCents = subtract(uncollectedCents, amountCents);
  await tx
    .insertInto("receivable")
    .values({
      id,
      platform_id: product.platformId,
      business_id: product.businessId,
      issued_product_id: product.id,
      transaction_id: receivable.transactionId,
      transaction_at: receivable.transactionAt,
      charge_amount_cents: chargeAmountCents,
      amount_cents: amountCents,
      principal_cents: subtract(amountCents, feeCents),
      fee_cents: feeCents,
      remaining_after_cents: remainingAfterCents,
      reversal_of_id: receivable.reversalOfId,
      settlement_id: receivable.settlementId,
      is_recovery: product.writtenOffAt !== null,
      accepted_on: payments.today,
    })
    .execute();
  await saveChange(tx, product, change, {
    key: `receivable/${id}`,
    type: "receivable",
    id,
    paymentOrderId: null,
    occurredOn: payments.today,
  });
  const isReversal = receivable.reversalOfId !== null;
  await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: isReversal ? "receivable.reversed" : "receivable.accepted",
    body: {
      receivableId: id,
      issuedProductId: product.id,
      chargeAmountCents,
      repaymentAmountCents: amountCents,
      remainingAfterCents,
    },
    action: isReversal ? "product.reverse-receivable" : "product.accept-receivable",
    object: { kind: "issued product", id: product.id },
    ...by,
  });
  await updateStates(tx, product, payments);
  // A refund reopens an advance that is over, which makes it late as a returned payment would. An integrated advance is never late.
  if (issuedProductLifecycle.isOver(product.loanStatus))
    await updateStates(tx, await lockProduct(tx, product.id), payments);
}

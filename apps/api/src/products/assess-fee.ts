import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { type AssessedFee, feeAssessed, feeWaived } from "@inlay/lending/ledger/entries.ts";
import { changeOf, entryOf, type Item, isAssessed, noAmounts, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { type IssuedProduct, readObligations } from "./issued-product.ts";
import { postEntries, saveChange } from "./save-change.ts";

type By = { actor: Actor; requestId: string | null };

/** A fee of a product, or of one draw or invoice. */
export type NewFee = Item & {
  feeType: AssessedFee;
  amountCents: Cents;
  dueOn: BusinessDate;
  occurredOn: BusinessDate;
};

const sourceOf = ({ id }: IssuedProduct, what: string, obligationId: string, occurredOn: BusinessDate) => ({
  key: `product/${id}/${what}/${obligationId}`,
  type: "issued product",
  id,
  paymentOrderId: null,
  occurredOn,
});

/** Assesses a fee on a locked product: it is owed and income at once. Returns the id of its obligation. */
export async function assessFee(tx: Tx, product: IssuedProduct, fee: NewFee, by: By): Promise<string> {
  const { feeType, amountCents, dueOn, drawId, invoiceId, occurredOn } = fee;
  const obligationId = uuidv7();
  const entry = entryOf(fee, feeAssessed(product.book, feeType, amountCents));
  await postEntries(tx, product, [entry], sourceOf(product, "fee-assessed", obligationId, occurredOn));
  await tx
    .insertInto("obligation")
    .values({
      id: obligationId,
      platform_id: product.platformId,
      business_id: product.businessId,
      issued_product_id: product.id,
      draw_id: drawId,
      invoice_id: invoiceId,
      number: sql<number>`1 + coalesce((select max(o.number) from app.obligation o where o.issued_product_id = ${product.id}), 0)`,
      due_on: dueOn,
      original_due_on: dueOn,
      fee_type: feeType,
      owed_principal_cents: 0,
      owed_interest_cents: 0,
      owed_fee_cents: amountCents,
    })
    .execute();
  await recordFee(tx, product, "product.fee_assessed", obligationId, by);
  return obligationId;
}

/** Waives what is unpaid of an assessed fee of a locked product, so that it was no income. A paid fee is not changed. */
export async function waiveFee(
  tx: Tx,
  product: IssuedProduct,
  obligationId: string,
  occurredOn: BusinessDate,
  by: By,
): Promise<void> {
  const fee = (await readObligations(tx, product.id)).find(({ id }) => id === obligationId);
  if (!fee || !isAssessed(fee)) throw new Error("only an assessed fee of the product is waived");
  const { feeCents } = unpaid(fee);
  if (feeCents === 0) return;
  const change = {
    entries: [entryOf(fee, feeWaived(product.book, fee.feeType, feeCents))],
    obligations: [changeOf(fee, { waived: { ...noAmounts, feeCents } })],
    overpaidCents: noAmounts.feeCents,
  };
  // A payment of a part of the fee may be returned after the waiver. That part is then owed again, and is waived separately.
  const sequence = await recordFee(tx, product, "product.fee_waived", obligationId, by);
  await saveChange(tx, product, change, sourceOf(product, `fee-waived/${sequence}`, obligationId, occurredOn));
}

const recordFee = (
  tx: Tx,
  { id, platformId, businessId }: IssuedProduct,
  kind: "product.fee_assessed" | "product.fee_waived",
  obligationId: string,
  { actor, requestId }: By,
): Promise<number> =>
  record(tx, {
    platformId,
    businessId,
    kind,
    body: { issuedProductId: id, obligationId },
    action: kind === "product.fee_assessed" ? "product.assess-fee" : "product.waive-fee",
    object: { kind: "issued product", id },
    actor,
    requestId,
  });

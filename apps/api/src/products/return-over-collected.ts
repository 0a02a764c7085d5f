import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type Change, joined, type ObligationChange } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, cents, sum } from "@inlay/lending/money/cents.ts";
import { returnOverCollected as returned } from "@inlay/lending/products/cash-advance/return-over-collected.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { endApplications, readApplications, saveApplications } from "./apply-payment.ts";
import { type IssuedProduct, readIssued } from "./issued-product.ts";
import { saveChange } from "./save-change.ts";

/** A settled debit by estimate, and the part of it that exceeds the share of the actual sales. */
export type OverCollected = {
  paymentOrderId: string;
  effectiveOn: BusinessDate;
  excessCents: Cents;
  now: Date;
};

/** What the debit has paid without the excess, and the journals of the true-up. */
export type TrueUpResult = { journalIds: string[]; principalCents: Cents; feeCents: Cents };

/**
 * Returns the excess of a debit of a locked advance: it is owed again, and is the business's credit. What is saved of the debit is what it
 * has paid without the excess, so that a return of the debit takes back no more than that.
 */
export async function returnOverCollected(
  tx: Tx,
  product: IssuedProduct,
  { paymentOrderId, effectiveOn, excessCents, now }: OverCollected,
): Promise<TrueUpResult> {
  const applied = await readApplications(tx, product, paymentOrderId);
  const paidCents = sum(applied.map(({ paid }) => cents(paid.principalCents + paid.feeCents)));
  if (excessCents > paidCents) throw new Error(`the debit has paid ${paidCents} of the advance`);
  const change = returned(await readIssued(tx, product), excessCents);
  const sequence = await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "product.over_collected",
    body: { issuedProductId: product.id, paymentOrderId },
    action: "product.return-over-collected",
    object: { kind: "issued product", id: product.id },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
  const journalIds = await saveChange(tx, product, change, {
    key: `payment-order/${paymentOrderId}/over-collected/${sequence}`,
    type: "payment order",
    id: paymentOrderId,
    paymentOrderId,
    occurredOn: dateAt(now),
  });
  const net = joined(asChange(applied), asChange(change.obligations));
  await endApplications(tx, product, paymentOrderId, now);
  await saveApplications(tx, product, { id: paymentOrderId, effectiveOn }, net);
  return {
    journalIds,
    principalCents: sum(net.obligations.map(({ paid }) => paid.principalCents)),
    feeCents: sum(net.obligations.map(({ paid }) => paid.feeCents)),
  };
}

const asChange = (obligations: readonly ObligationChange[]): Change => ({
  entries: [],
  obligations,
  overpaidCents: cents(0),
});

import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { type Change, joined, type ObligationChange, type ProductEntry } from "@inlay/lending/mechanics/obligation.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import { postAll } from "../ledger/public.ts";
import type { IssuedProduct } from "./issued-product.ts";

/** The event that a change belongs to. */
export type ChangeSource = {
  /** The prefix of the idempotency keys of its journals. */
  key: string;
  type: string;
  id: string;
  paymentOrderId: string | null;
  occurredOn: BusinessDate;
};

/** Posts the entries of a change together, in order, and returns their journals. */
export async function postEntries(
  tx: Tx,
  product: IssuedProduct,
  entries: readonly ProductEntry[],
  source: ChangeSource,
): Promise<string[]> {
  if (entries.length === 0) return [];
  return postAll(
    tx,
    entries.map(({ entry, drawId, invoiceId }, index) => ({
      entry,
      posting: {
        key: `${source.key}/${index + 1}`,
        occurredOn: source.occurredOn,
        source: { type: source.type, id: source.id },
        subjects: {
          platformId: product.platformId,
          businessId: product.businessId,
          issuedProductId: product.id,
          productType: product.productType,
          ...(drawId && { drawId }),
          ...(invoiceId && { invoiceId }),
          ...(source.paymentOrderId && { paymentOrderId: source.paymentOrderId }),
        },
      },
    })),
  );
}

/** Saves a change of a locked product: its journals, which are returned, and the new state of its obligations. */
export async function saveChange(
  tx: Tx,
  product: IssuedProduct,
  change: Change,
  source: ChangeSource,
): Promise<string[]> {
  const journalIds = await postEntries(tx, product, change.entries, source);
  await changeObligations(tx, product, joined(change).obligations);
  return journalIds;
}

/** Adds the differences to the obligations of a locked product. */
export async function changeObligations(
  tx: Tx,
  product: Pick<IssuedProduct, "id">,
  changes: readonly ObligationChange[],
): Promise<void> {
  for (const { obligationId, owed, paid, waived, billedInterestCents, unearnedFeeCents } of changes) {
    const result = await sql`update app.obligation set
        owed_principal_cents = owed_principal_cents + ${owed.principalCents},
        owed_interest_cents = owed_interest_cents + ${owed.interestCents},
        owed_fee_cents = owed_fee_cents + ${owed.feeCents},
        paid_principal_cents = paid_principal_cents + ${paid.principalCents},
        paid_interest_cents = paid_interest_cents + ${paid.interestCents},
        paid_fee_cents = paid_fee_cents + ${paid.feeCents},
        waived_principal_cents = waived_principal_cents + ${waived.principalCents},
        waived_interest_cents = waived_interest_cents + ${waived.interestCents},
        waived_fee_cents = waived_fee_cents + ${waived.feeCents},
        billed_interest_cents = billed_interest_cents + ${billedInterestCents},
        unearned_fee_cents = unearned_fee_cents + ${unearnedFeeCents}
      where id = ${obligationId} and issued_product_id = ${product.id}`.execute(tx);
    if (result.numAffectedRows !== 1n) throw new Error("a change names an obligation of another product");
  }
}

import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { DueJob } from "../../clock/public.ts";
import { record } from "../../db/record.ts";

/** A prequalification is not shown after its last day. This records the expiry, so that the partner receives the event. */
export const expirePrequalification: DueJob = {
  name: "prequalification.expire",
  table: "prequalification",
  act: async (tx, { platformId, businessId, id }, now) => {
    const expired = await tx
      .updateTable("prequalification")
      .set({ expired_at: now })
      .where("id", "=", id)
      .where("expired_at", "is", null)
      .where("replaced_at", "is", null)
      .returning(["is_prequalified", "prequalified_amount_cents", "product"])
      .executeTakeFirst();
    if (!expired) return;
    await record(tx, {
      platformId,
      businessId,
      kind: "prequalification.expired",
      action: "prequalification.expire",
      body: {
        prequalificationId: id,
        productType: expired.product as ProductType,
        isPrequalified: expired.is_prequalified,
        amountCents: expired.prequalified_amount_cents,
      },
      object: { kind: "prequalification", id },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  },
};

import { addDays, businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import {
  type PrequalificationSignals,
  prequalificationDays,
  prequalify,
} from "@inlay/lending/underwriting/prequalify.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../../context.ts";
import { type Actor, record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import { fingerprintOf } from "../../http/public.ts";
import { currentPolicy } from "../../underwriting/public.ts";

export type PrequalificationRequest = {
  platformId: string;
  /** A business, or the platform's own id of somebody who is none yet. */
  of: { businessId: string } | { platformBusinessId: string };
  product: ProductType;
  signals: PrequalificationSignals & { vertical?: string | undefined };
  analyticsEnabled: boolean;
};

/**
 * Prequalifies a business for a product and returns the id of the row. It replaces the row of the same product. The same request within a
 * day returns the row that it made, so that a request whose answer was lost can be sent again.
 */
export async function savePrequalification(
  tx: Tx,
  app: Pick<AppContext, "config" | "vault">,
  request: PrequalificationRequest,
  by: { actor: Actor; requestId: string | null },
): Promise<string> {
  const { platformId, product, analyticsEnabled } = request;
  const { businessId, platformBusinessId, today, state } = await subjectOf(tx, request.of);
  const signals = { ...request.signals, state: request.signals.state ?? state };
  const inputsHash = fingerprintOf(app, { businessId, platformBusinessId, product, signals, analyticsEnabled });
  const earlier = await findEarlier(tx, { platformId, businessId, platformBusinessId, product, inputsHash });
  if (earlier?.is_same) return earlier.id;

  const prequalDate = businessDate(today);
  const policy = await currentPolicy(tx);
  const found = prequalify(product, signals, policy, prequalDate);
  if (businessId && earlier)
    await tx
      .updateTable("prequalification")
      .set({ replaced_at: sql<Date>`app.business_now(${businessId}::uuid)` })
      .where("id", "=", earlier.id)
      .execute();
  const id = uuidv7();
  await tx
    .insertInto("prequalification")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      platform_business_id: platformBusinessId,
      product,
      prequal_type: businessId ? "STANDARD" : "ANON",
      is_prequalified: found.isPrequalified,
      prequalified_amount_cents: found.prequalifiedAmountCents,
      terms: found.terms && JSON.stringify(found.terms),
      reasons: found.reasons,
      show_price: found.showPrice,
      vertical: signals.vertical ?? null,
      analytics_enabled: analyticsEnabled,
      policy_version: policy.version,
      inputs_hash: inputsHash,
      prequal_date: prequalDate,
      expires_date: addDays(prequalDate, prequalificationDays),
    })
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "prequalification.completed",
    body: {
      prequalificationId: id,
      productType: product,
      isPrequalified: found.isPrequalified,
      amountCents: found.prequalifiedAmountCents,
    },
    action: "partner.prequalification.create",
    object: { kind: "prequalification", id },
    actor: by.actor,
    requestId: by.requestId,
  });
  return id;
}

type Subject = { businessId: string | null; platformBusinessId: string | null };

/** The ids and the state of the business, and the day by its clock. The lock makes two requests for one business follow one another. */
async function subjectOf(
  tx: Tx,
  of: PrequalificationRequest["of"],
): Promise<Subject & { today: string; state: string | undefined }> {
  const businessId = "businessId" in of ? of.businessId : null;
  const today = sql<string>`to_char(app.business_now(${businessId}::uuid) at time zone 'UTC', 'YYYY-MM-DD')`.as(
    "today",
  );
  if ("platformBusinessId" in of) {
    const { rows } = await sql<{ today: string }>`select ${today}`.execute(tx);
    return { businessId, platformBusinessId: of.platformBusinessId, today: rows[0]?.today ?? "", state: undefined };
  }
  const row = await tx
    .selectFrom("business")
    .select(["platform_business_id", "address", today])
    .where("id", "=", of.businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { state } = (row.address ?? {}) as { state?: string };
  return { businessId, platformBusinessId: row.platform_business_id, today: row.today, state };
}

type Wanted = Subject & { platformId: string; product: ProductType; inputsHash: Buffer };

/**
 * The current row of a business and product, and whether it is of the same inputs and not older than 24 hours, by our clock and by that of
 * the business. Of an anonymous one only a row that is the same.
 */
async function findEarlier(
  tx: Tx,
  { platformId, businessId, platformBusinessId, product, inputsHash }: Wanted,
): Promise<{ id: string; is_same: boolean } | undefined> {
  const isSame = sql<boolean>`(coalesce(inputs_hash = ${inputsHash}, false) and created_at > now() - interval '24 hours'
    and prequal_date >= (app.business_now(${businessId}::uuid) - interval '24 hours')::date)`;
  const current = tx
    .selectFrom("prequalification")
    .select(["id", isSame.as("is_same")])
    .where("product", "=", product)
    .where("replaced_at", "is", null);
  return businessId
    ? current.where("business_id", "=", businessId).executeTakeFirst()
    : current
        .where("platform_id", "=", platformId)
        .where("platform_business_id", "=", platformBusinessId)
        .where("business_id", "is", null)
        .where(isSame)
        .executeTakeFirst();
}

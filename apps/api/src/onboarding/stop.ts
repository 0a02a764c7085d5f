import { sql } from "kysely";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";

/** Lets nothing go on for a business until one of our people has looked. Why, is kept where it was found out, and told to nobody here. */
export async function stopOnboarding(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
): Promise<void> {
  const stopped = await tx
    .updateTable("onboarding")
    .set({ stopped_at: sql<Date>`app.business_now(${businessId}::uuid)` })
    .where("business_id", "=", businessId)
    .where("stopped_at", "is", null)
    .executeTakeFirst();
  if (stopped.numUpdatedRows === 0n) return;
  await record(tx, {
    platformId,
    businessId,
    kind: "onboarding.stopped",
    body: {},
    action: "onboarding.stop",

    object: { kind: "business", id: businessId },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}

/** The same for one co-owner alone. The others go on, and none of them learns of it. */
export async function stopCoOwner(
  tx: Tx,
  { platformId, businessId, ownerId }: { platformId: string; businessId: string; ownerId: string },
): Promise<void> {
  const stopped = await tx
    .updateTable("business_owner")
    .set({ stopped_at: sql<Date>`app.business_now(${businessId}::uuid)` })
    .where("id", "=", ownerId)
    .where("stopped_at", "is", null)
    .executeTakeFirst();
  if (stopped.numUpdatedRows === 0n) return;
  await record(tx, {
    platformId,
    businessId,
    kind: "co_owner.stopped",
    body: { ownerId },
    action: "onboarding.stop",

    object: { kind: "owner", id: ownerId },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}

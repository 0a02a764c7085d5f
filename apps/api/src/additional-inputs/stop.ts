import { sql } from "kysely";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";

/** Stops the onboarding of a business until staff have reviewed it. The reason is stored where it was found and is not exposed here. */
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

/** Stops one co-owner. The other owners continue and are not informed. */
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

/** From now on the list of owners needs at least one co-owner. */
export const requireCoOwner = (tx: Tx, businessId: string) =>
  tx.updateTable("onboarding").set({ is_co_owner_required: true }).where("business_id", "=", businessId).execute();

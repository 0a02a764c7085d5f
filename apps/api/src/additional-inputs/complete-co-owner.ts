import { sql } from "kysely";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";

type CoOwner = { platformId: string; businessId: string; ownerId: string };

/**
 * A co-owner is complete when they have consented, their last credit report (if one was requested) is usable, and no input is open. Called
 * whenever one of these may have become true; the event is recorded once. Only underwriting sees the result. Staff may waive the report.
 * Returns whether the co-owner became complete.
 */
export async function completeCoOwner(
  tx: Tx,
  { platformId, businessId, ownerId, isReportWaived = false }: CoOwner & { isReportWaived?: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update app.business_owner o set onboarded_at = app.business_now(o.business_id)
    where o.id = ${ownerId}::uuid and o.business_id = ${businessId}::uuid and not o.is_primary
      and o.onboarded_at is null and o.stopped_at is null
      and exists (select from app.co_owner_step s where s.owner_id = o.id and s.step = 'COLLECT_CONSENT')
      and not exists (select from app.additional_input i where i.owner_id = o.id and i.done_at is null and i.released_at is null)
      and not exists (select from app.report r where not ${isReportWaived}::boolean and r.subject_id = o.id and r.source = 'SECONDARY_OWNER_CREDIT'
        and coalesce(r.outcome, '') not in ('REPORT', 'THIN_FILE')
        and not exists (select from app.report later where later.subject_id = o.id and later.source = r.source and later.attempt > r.attempt))
    returning o.id`.execute(tx);
  if (rows.length === 0) return false;
  await record(tx, {
    platformId,
    businessId,
    kind: "co_owner.onboarding_completed",
    body: { ownerId },
    action: "co-owner.complete",
    object: { kind: "owner", id: ownerId },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
  return true;
}

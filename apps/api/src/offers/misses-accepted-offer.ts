import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

/** Whether the facts behind the offers of a round lack an accepted offer of another application that is being closed or was funded. */
export async function missesAcceptedOffer(tx: Tx, { id, round }: { id: string; round: number }): Promise<boolean> {
  const { rows } = await sql<{ misses: boolean }>`
    select exists (
      select from app.decision d
      join app.decision_snapshot s on s.id = d.snapshot_id
      join app.offer o on o.business_id = d.business_id and o.application_id <> d.application_id and o.status = 'ACCEPTED'
      join app.loan_application a on a.id = o.application_id and a.status in ('CLOSE_LOAN', 'OPERATIONAL_LOAN')
      where d.application_id = ${id}::uuid and d.round = ${round} and d.outcome = 'OFFERS'
        and o.id <> all (s.counted_offer_ids)) as misses`.execute(tx);
  return rows[0]?.misses ?? false;
}

import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

/** From here the days are counted in which an answer is waited for. Whoever is being asked already is only asked for more. */
export async function beginRequest(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
): Promise<void> {
  const now = sql<Date>`app.business_now(${businessId}::uuid)`;
  await tx
    .insertInto("input_request")
    // The first letter is due at once, and tells of everything that came up together.
    .values({ platform_id: platformId, business_id: businessId, asked_at: now, next_action_at: now })
    .onConflict((conflict) => conflict.column("business_id").where("closed_at", "is", null).doNothing())
    .execute();
}

/** Nothing is waited for once there is nothing left to answer. */
export async function endRequestIfAnswered(tx: Tx, businessId: string): Promise<void> {
  await tx
    .updateTable("input_request")
    .set({ closed_at: sql<Date>`app.business_now(${businessId}::uuid)`, next_action_at: null })
    .where("business_id", "=", businessId)
    .where("closed_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("additional_input as i")
            .select("i.id")
            .where("i.business_id", "=", businessId)
            .where("i.owner_id", "is", null)
            .where("i.sub_step", "<>", "MANUAL_OVERRIDE")
            .where("i.done_at", "is", null)
            .where("i.released_at", "is", null),
        ),
      ),
    )
    .execute();
}

import type { Tx } from "../db/scope.ts";

/** What time it is for a business: its own clock in the sandbox, the wall clock otherwise. */
export async function businessNow(tx: Tx, businessId: string, wallClock: Date): Promise<Date> {
  const row = await tx
    .selectFrom("business_clock")
    .select("now_at")
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  return row?.now_at ?? wallClock;
}

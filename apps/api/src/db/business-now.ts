import { sql } from "kysely";
import type { Tx } from "./scope.ts";

/** What time it is for the business. */
export async function businessNow(tx: Tx, businessId: string): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app.business_now(${businessId}::uuid) as now`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("a business has no time");
  return row.now;
}

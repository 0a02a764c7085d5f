import { sql } from "kysely";
import type { Tx } from "./scope.ts";

/** The current time of the business. A sandbox business can have a clock of its own; where there is no business, it is the real time. */
export async function businessNow(tx: Tx, businessId: string | null): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app.business_now(${businessId}::uuid) as now`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("app.business_now returned no row");
  return row.now;
}

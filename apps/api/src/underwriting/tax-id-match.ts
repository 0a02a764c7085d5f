import type { Tx } from "../db/scope.ts";

/** Whether the last verification of a business found it under its tax number. Null: it found nothing that says so. */
export async function isTaxIdMatched(tx: Tx, businessId: string): Promise<boolean | null> {
  const report = await tx
    .selectFrom("report")
    .select("outcome")
    .where("business_id", "=", businessId)
    .where("source", "=", "BUSINESS_VERIFICATION")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (report?.outcome === "FOUND") return true;
  return report?.outcome === "TAX_ID_MISMATCH" ? false : null;
}

import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

/** The number of a business that a person can read out when they ask for help. */
export async function referenceOf(tx: Tx, businessId: string): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select app.business_reference(${businessId}::uuid) as reference`.execute(tx);
  return rows[0]?.reference ?? "";
}

/** Whose number it is, for the office: it is asked before anybody knows which tenant is meant. */
export async function businessesByReference(
  tx: Tx,
  reference: string,
): Promise<{ businessId: string; platformId: string }[]> {
  const { rows } = await sql<{ businessId: string; platformId: string }>`
    select business_id as "businessId", platform_id as "platformId"
    from app.find_businesses_by_reference(${reference})`.execute(tx);
  return rows;
}

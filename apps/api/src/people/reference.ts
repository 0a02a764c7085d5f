import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

/** The reference number of a business, which a person can quote to support. */
export async function referenceOf(tx: Tx, businessId: string): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select app.business_reference(${businessId}::uuid) as reference`.execute(tx);
  return rows[0]?.reference ?? "";
}

/** Finds businesses by reference number for staff. It runs in the staff scope, before the tenant is known. */
export async function businessesByReference(
  tx: Tx,
  reference: string,
): Promise<{ businessId: string; platformId: string }[]> {
  const { rows } = await sql<{ businessId: string; platformId: string }>`
    select business_id as "businessId", platform_id as "platformId"
    from app.find_businesses_by_reference(${reference})`.execute(tx);
  return rows;
}

import { sql } from "kysely";
import { inNoScope } from "../db/scope.ts";
import type { House } from "../house.ts";

export type Whose = { id: string; platformId: string; businessId: string };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose order it is, by our id for it or by the processor's. What somebody else wrote in the place of our id is not one. */
export async function findOrder(
  house: House,
  orderId: string | null,
  processorId: string | null,
): Promise<Whose | null> {
  const ours = orderId && uuid.test(orderId) ? orderId : null;
  return inNoScope(house.pool, async (tx) => {
    const { rows } = await sql<Whose>`
      select id, platform_id as "platformId", business_id as "businessId"
      from app.find_payment_order(${ours}::uuid, ${processorId})`.execute(tx);
    return rows[0] ?? null;
  });
}

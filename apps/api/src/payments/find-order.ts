import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { inNoScope } from "../db/scope.ts";

export type Tenant = { id: string; platformId: string; businessId: string | null };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds an order's tenant by our id or by the processor's. A reference that is not a UUID is not one of our ids. */
export async function findOrder(
  app: AppContext,
  orderId: string | null,
  processorId: string | null,
): Promise<Tenant | null> {
  const ours = orderId && uuid.test(orderId) ? orderId : null;
  return inNoScope(app.pool, async (tx) => {
    const { rows } = await sql<Tenant>`
      select id, platform_id as "platformId", business_id as "businessId"
      from app.find_payment_order(${ours}::uuid, ${processorId})`.execute(tx);
    return rows[0] ?? null;
  });
}

import type { AppContext } from "../context.ts";
import { unscopedStatement } from "../db/scope.ts";

export type Tenant = { id: string; platformId: string; businessId: string | null };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const lookup = `select id, platform_id as "platformId", business_id as "businessId" from app.find_payment_order($1::uuid, $2)`;

/** Finds an order's tenant by our id or by the processor's. A reference that is not a UUID is not one of our ids. */
export async function findOrder(
  app: AppContext,
  orderId: string | null,
  processorId: string | null,
): Promise<Tenant | null> {
  const ours = orderId && uuid.test(orderId) ? orderId : null;
  const [tenant] = await unscopedStatement<Tenant>(app.pool, lookup, [ours, processorId]);
  return tenant ?? null;
}

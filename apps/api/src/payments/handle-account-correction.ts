import { correctAccount } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { inScope, scopeOf } from "../db/scope.ts";
import type { AccountCorrection, Payments } from "../providers/payments/port.ts";
import { findOrder } from "./find-order.ts";

/** Hands a notification of change to the account that its payment was sent to. For an unknown order the processor retries. */
export async function handleAccountCorrection(
  app: AppContext,
  payments: Payments,
  correction: AccountCorrection,
): Promise<"HANDLED" | "NOT_YET"> {
  const { orderId } = await payments.read(correction.processorId);
  if (!orderId) return "HANDLED";
  const tenant = await findOrder(app, orderId, correction.processorId);
  if (!tenant) return "NOT_YET";
  const { id, platformId, businessId } = tenant;
  const { bankAccountId, numbersVersion } = await inScope(app.pool, scopeOf(tenant), (tx) =>
    tx
      .selectFrom("payment_order")
      .select(["bank_account_id as bankAccountId", "numbers_version as numbersVersion"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
  if (!bankAccountId) return "HANDLED";
  await correctAccount(app, { platformId, businessId, bankAccountId, numbersVersion }, correction);
  return "HANDLED";
}

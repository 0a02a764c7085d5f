import { type CorrectedAccount, correctAccount } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
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
  const account = await inScope(app.pool, { platformId, businessId }, (tx) =>
    tx
      .selectFrom("payment_order")
      .select(["bank_account_id as bankAccountId", "numbers_version as numbersVersion"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
  const corrected: CorrectedAccount = { platformId, businessId, ...account };
  await correctAccount(app, corrected, correction);
  return "HANDLED";
}

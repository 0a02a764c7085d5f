import { openTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, scopeOf } from "../db/scope.ts";
import type { WebhookHandler } from "../http/public.ts";
import type { Payments, PaymentWebhook, ProcessorPayment } from "../providers/payments/port.ts";
import { applyProcessorStatus } from "./apply-processor-status.ts";
import { askForStatements } from "./ask-for-statements.ts";
import { findOrder, type Tenant } from "./find-order.ts";
import { handleAccountCorrection } from "./handle-account-correction.ts";
import { lockOrder } from "./order.ts";

/**
 * A webhook from the processor only causes a re-read, so repeated, late and reordered webhooks are harmless: what is saved is the
 * processor's current state. For an unknown order the result is NOT_YET, so that the processor retries.
 */
export async function handleProcessorWebhook(
  app: AppContext,
  payments: Payments,
  webhook: PaymentWebhook,
): Promise<"HANDLED" | "NOT_YET"> {
  const { what } = webhook;
  if (what.kind === "BANK_LINE") {
    await askForStatements(app.pool);
    return "HANDLED";
  }
  if (what.kind === "ACCOUNT_CORRECTED") return handleAccountCorrection(app, payments, what.correction);
  const processorId =
    what.kind === "PAYMENT_CHANGED"
      ? what.payment.processorId
      : what.kind === "PAYMENT_RETURNED"
        ? what.processorId
        : null;
  if (!processorId) return "HANDLED";
  const truth = await payments.read(processorId);
  if (!truth.orderId) return "HANDLED";
  const tenant = await findOrder(app, truth.orderId, processorId);
  if (!tenant) return "NOT_YET";
  await applyWebhook(app, tenant, truth, webhook);
  return "HANDLED";
}

async function applyWebhook(
  app: AppContext,
  tenant: Tenant,
  truth: ProcessorPayment,
  webhook: PaymentWebhook,
): Promise<void> {
  await inScope(app.pool, scopeOf(tenant), async (tx) => {
    const order = await lockOrder(tx, tenant.id);
    if (!order) return;
    await tx
      .insertInto("processor_message")
      .values({
        id: webhook.id,
        platform_id: tenant.platformId,
        business_id: tenant.businessId,
        payment_order_id: tenant.id,
        kind: webhook.what.kind,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const now = await businessNow(tx, tenant.businessId);
    // A second payment for the same order does not change the order's state. Staff must recover the money.
    if (order.processorOrderId && order.processorOrderId !== truth.processorId) {
      const { id: subjectId, platformId, businessId } = tenant;
      return openTask(tx, { kind: "PAYMENT_DOUBLED", subjectId, platformId, businessId, dueAt: now });
    }
    await applyProcessorStatus(tx, order, truth, now);
  });
}

export const processorWebhook = (app: AppContext): WebhookHandler<PaymentWebhook> => ({
  job: "payments",
  read: (request) => app.payments.readWebhook(request),
  handle: (webhook) => handleProcessorWebhook(app, app.payments, webhook),
});

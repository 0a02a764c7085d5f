import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inNoScope, inScope } from "../db/scope.ts";
import type { Payments, PaymentWebhook, ProcessorPayment } from "../providers/payments/port.ts";
import { openTask } from "../staff/public.ts";
import { applyProcessorStatus } from "./apply-processor-status.ts";
import { askForStatements } from "./ask-for-statements.ts";
import { findOrder, type Tenant } from "./find-order.ts";
import { lockOrder } from "./order.ts";

/**
 * A message from the processor only makes us ask. So it does not matter how often, how late or in which order messages come: what is
 * noted is what the processor says is true now. A message about something we do not know yet is refused, and comes again.
 */
export async function handleProcessorWebhook(
  app: AppContext,
  payments: Payments,
  webhook: PaymentWebhook,
): Promise<"HANDLED" | "NOT_YET"> {
  const { what } = webhook;
  if (what.kind === "BANK_LINE") {
    await inNoScope(app.pool, askForStatements);
    return "HANDLED";
  }
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
  await noteTruth(app, tenant, truth, webhook);
  return "HANDLED";
}

async function noteTruth(
  app: AppContext,
  tenant: Tenant,
  truth: ProcessorPayment,
  webhook: PaymentWebhook,
): Promise<void> {
  await inScope(app.pool, { platformId: tenant.platformId, businessId: tenant.businessId }, async (tx) => {
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
    // A second payment under the same order is nothing that the order may follow. Somebody must get the money back.
    if (order.processorOrderId && order.processorOrderId !== truth.processorId) {
      const { id: subjectId, platformId, businessId } = tenant;
      return openTask(tx, { kind: "PAYMENT_DOUBLED", subjectId, platformId, businessId, dueAt: now });
    }
    await applyProcessorStatus(tx, order, truth, now);
  });
}

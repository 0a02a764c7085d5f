import { businessNow } from "../db/business-now.ts";
import { inNoScope, inScope } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { PaymentNews, Payments, ProcessorPayment } from "../providers/payments/port.ts";
import { openTask } from "../staff/public.ts";
import { askForStatements } from "./ask-for-statements.ts";
import { findOrder, type Whose } from "./find-order.ts";
import { lockOrder } from "./order.ts";
import { applyTruth } from "./progress.ts";

/**
 * A message from the processor only makes us ask. So it does not matter how often, how late or in which order messages come: what is
 * noted is what the processor says is true now. A message about something we do not know yet is refused, and comes again.
 */
export async function hearProcessor(house: House, payments: Payments, news: PaymentNews): Promise<"HEARD" | "NOT_YET"> {
  const { what } = news;
  if (what.kind === "BANK_LINE") {
    await inNoScope(house.pool, askForStatements);
    return "HEARD";
  }
  const processorId =
    what.kind === "PAYMENT_CHANGED"
      ? what.payment.processorId
      : what.kind === "PAYMENT_RETURNED"
        ? what.processorId
        : null;
  if (!processorId) return "HEARD";
  const truth = await payments.read(processorId);
  if (!truth.orderId) return "HEARD";
  const whose = await findOrder(house, truth.orderId, processorId);
  if (!whose) return "NOT_YET";
  await noteTruth(house, whose, truth, news);
  return "HEARD";
}

async function noteTruth(house: House, whose: Whose, truth: ProcessorPayment, news: PaymentNews): Promise<void> {
  await inScope(house.pool, { platformId: whose.platformId, businessId: whose.businessId }, async (tx) => {
    const order = await lockOrder(tx, whose.id);
    if (!order) return;
    await tx
      .insertInto("processor_message")
      .values({
        id: news.id,
        platform_id: whose.platformId,
        business_id: whose.businessId,
        payment_order_id: whose.id,
        kind: news.what.kind,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const now = await businessNow(tx, whose.businessId);
    // A second payment under the same order is nothing that the order may follow. Somebody must get the money back.
    if (order.processorOrderId && order.processorOrderId !== truth.processorId) {
      const { id: subjectId, platformId, businessId } = whose;
      return openTask(tx, { kind: "PAYMENT_DOUBLED", subjectId, platformId, businessId, dueAt: now });
    }
    await applyTruth(tx, order, truth, now);
  });
}

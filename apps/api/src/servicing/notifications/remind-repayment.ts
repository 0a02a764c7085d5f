import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { remindAt } from "@inlay/lending/servicing/notifications.ts";
import type { DueJob } from "../../clock/public.ts";
import { notify } from "../../notifications/public.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { aboutOrder, readPayment } from "./payment-facts.ts";
import { readProductFacts } from "./product-facts.ts";

/** A debit has a day. A person who orders a payment on the page knows it already. */
export const followRepayment: EventHandler<"payment.scheduled" | "payment.rescheduled"> =
  async (_app, { platformId, businessId, body: { paymentOrderId } }) =>
  async (tx) => {
    const order = await readPayment(tx, paymentOrderId);
    if (!businessId || !order || order.rail !== "ACH" || order.direction !== "INCOMING" || order.isOnce) return;
    const at = remindAt(businessDate(order.effectiveOn));
    await tx
      .insertInto("repayment_reminder")
      .values({
        platform_id: platformId,
        business_id: businessId,
        payment_order_id: paymentOrderId,
        next_action_at: at,
      })
      .onConflict((conflict) => conflict.column("payment_order_id").doUpdateSet({ next_action_at: at }))
      .execute();
  };

/** Reminds of a debit that still waits for its day. One whose day has changed is told again. */
export const remindOfRepayment: DueJob = {
  name: "repayment.remind",
  table: "repayment_reminder",
  act: async (tx, { platformId, businessId, id }, now) => {
    const { paymentOrderId } = await tx
      .selectFrom("repayment_reminder")
      .select("payment_order_id as paymentOrderId")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const order = await readPayment(tx, paymentOrderId);
    const isWaiting = order?.status === "SCHEDULED";
    const at = order && isWaiting ? remindAt(businessDate(order.effectiveOn)) : null;
    await tx
      .updateTable("repayment_reminder")
      .set({ next_action_at: at && at > now ? at : null })
      .where("id", "=", id)
      .execute();
    if (!businessId || !order || !at || at > now) return;
    await notify(tx, {
      platformId,
      businessId,
      key: `repayment-reminder/${paymentOrderId}/${order.effectiveOn}`,
      event: {
        ...(await readProductFacts(tx, order.issuedProductId, {
          about: order,
          coming: order.feeType === null ? order : null,
        })),
        ...aboutOrder(order),
        batchEventType: "REPAYMENT_REMINDER",
        paymentAmountCents: order.amountCents,
        repaymentDate: order.effectiveOn,
        dueDate: order.dueOn,
        feeType: order.feeType,
        drawDate: order.drawDate,
        servicingBankAccount: order.account,
      },
    });
  },
};

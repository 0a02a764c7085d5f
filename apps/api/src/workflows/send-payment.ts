import type { AppContext } from "../context.ts";
import { sendPayment } from "../payments/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: a payment must be sent once, even if the process stops in between. Key: the payment attempt, one at a time for an order.
 * Final: nothing. An attempt that cannot reach the processor ends, and the clock starts the next one. An interrupted attempt is run again
 * and first asks the processor for its status.
 */
export const sendPaymentWorkflow = (app: AppContext) =>
  defineWorkflow(app, "send-payment", async (ids, step) => {
    await step("send", () => sendPayment(app, app.payments, ids));
  });

import type { AppContext } from "../context.ts";
import { sendPayment } from "../payments/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: money must leave once, whatever stops in between. Key: the turn, one at a time for an order. Final: nothing. A turn that
 * cannot reach the processor ends, and time brings the next; a turn that is cut off is told again and asks first what became of it.
 */
export const sendPaymentWorkflow = (app: AppContext) =>
  defineWorkflow(app, "send-payment", async (ids, step) => {
    await step("send", () => sendPayment(app, app.payments, ids));
  });

import type { AppContext } from "../context.ts";
import { readPayment } from "../payments/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/** Why durable: only the processor confirms that a payment has settled. Key: the payment attempt. Final: nothing; it is retried. */
export const readPaymentWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-payment", async (ids, step) => {
    await step("read", () => readPayment(app, app.payments, ids));
  });

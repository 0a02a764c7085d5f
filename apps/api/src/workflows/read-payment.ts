import type { AppContext } from "../context.ts";
import { readPayment } from "../payments/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/** Why durable: a payment is good only if the processor says so on the day. Key: the turn. Final: nothing; it is asked until it answers. */
export const readPaymentWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-payment", async (ids, step) => {
    await step("read", () => readPayment(app, app.payments, ids));
  });

import type { Workflows } from "../workflows/public.ts";
import { checkBalance } from "./check-balance.ts";
import { readPayment, sendPayment } from "./send-payment.ts";

export const paymentWorkflows: Workflows = {
  /** Why durable: the bank may be slow, and the debit is sent without its answer. Key: the payment attempt. Final: nothing; no answer is a result. */
  "check-balance": (app) => (ids, step) => step("ask the bank", () => checkBalance(app, app.bankLinking, ids)),

  /**
   * Why durable: money leaves once, whatever stops in between. Key: the payment attempt, one open at a time for an order. Final: nothing.
   * An attempt that cannot reach the processor ends, and the clock begins the next. An attempt that was cut off runs again and first asks
   * the processor what it has.
   */
  "send-payment": (app) => (ids, step) => step("send", () => sendPayment(app, app.payments, ids)),

  /** Why durable: a payment succeeds only if the processor says so on the day. Key: the payment attempt. Final: nothing; it is retried until answered. */
  "read-payment": (app) => (ids, step) => step("read", () => readPayment(app, app.payments, ids)),
};

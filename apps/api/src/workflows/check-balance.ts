import type { AppContext } from "../context.ts";
import { checkBalance } from "../payments/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: the bank may be slow, and the debit proceeds without its answer. Key: the payment attempt. Final: nothing; a missing answer
 * is a result.
 */
export const checkBalanceWorkflow = (app: AppContext) =>
  defineWorkflow(app, "check-balance", async (ids, step) => {
    await step("check balance", () => checkBalance(app, app.bankLinking, ids));
  });

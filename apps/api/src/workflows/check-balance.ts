import type { AppContext } from "../context.ts";
import { checkBalance } from "../payments/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/** Why durable: the bank may be slow, and the debit goes without it. Key: the turn. Final: nothing; a bank that does not answer is an answer. */
export const checkBalanceWorkflow = (app: AppContext) =>
  defineWorkflow(app, "check-balance", async (ids, step) => {
    await step("ask the bank", () => checkBalance(app, app.bankLinking, ids));
  });

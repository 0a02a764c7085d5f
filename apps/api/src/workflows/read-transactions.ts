import { readTransactions } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: two years of bank transactions are input to the offer, and the bank may be unavailable. Key: the reading. Final: a bank
 * link that its owner has to repair.
 */
export const readTransactionsWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-transactions", async (ids, step) => {
    await step("read", () => readTransactions(app, ids));
  });

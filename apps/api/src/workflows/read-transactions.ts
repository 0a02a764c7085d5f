import { readTransactions } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: two years of a bank's books decide what we offer, and the bank may be away when they are asked for. Key: the reading.
 * Final: a link that its owner has to repair.
 */
export const readTransactionsWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-transactions", async (ids, step) => {
    await step("read", () => readTransactions(app, ids));
  });

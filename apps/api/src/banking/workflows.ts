import type { Workflows } from "../workflows/public.ts";
import { readTransactions } from "./read-transactions.ts";

export const bankingWorkflows: Workflows = {
  /**
   * Why durable: two years of bank transactions decide what is offered, and the bank may be unreachable when they are read. Key: the
   * reading. Final: a link that its owner has to repair.
   */
  "read-transactions": (app) => (ids, step) => step("read", () => readTransactions(app, ids)),
};

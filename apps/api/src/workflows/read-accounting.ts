import type { AppContext } from "../context.ts";
import { AccountingRefused } from "../providers/accounting/port.ts";
import { readAccountingData } from "../underwriting/public.ts";
import { defineWorkflow, WorkflowFailed } from "./define-workflow.ts";

/**
 * Why durable: two years of a company's books help to decide what we offer, and the vendor may be away when they are asked for. Key: the
 * reading. Final: a vendor that says no.
 */
export const readAccountingWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-accounting", async (ids, step) => {
    await step("read", async () => {
      try {
        await readAccountingData(app, ids);
      } catch (error) {
        if (error instanceof AccountingRefused) throw new WorkflowFailed("the vendor refused to tell the books");
        throw error;
      }
    });
  });

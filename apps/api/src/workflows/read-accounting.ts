import type { AppContext } from "../context.ts";
import { AccountingRefused } from "../providers/accounting/port.ts";
import { readAccountingData } from "../underwriting/public.ts";
import { defineWorkflow, WorkflowFailed } from "./define-workflow.ts";

/**
 * Why durable: two years of a company's accounting data are input to the offer, and the vendor may be unavailable. Key: the reading.
 * Final: a refusal by the vendor.
 */
export const readAccountingWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-accounting", async (ids, step) => {
    await step("read", async () => {
      try {
        await readAccountingData(app, ids);
      } catch (error) {
        if (error instanceof AccountingRefused)
          throw new WorkflowFailed("the vendor refused to return the accounting data");
        throw error;
      }
    });
  });

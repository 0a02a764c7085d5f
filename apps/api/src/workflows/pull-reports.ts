import type { AppContext } from "../context.ts";
import { createSemaphore } from "../semaphore.ts";
import { pullReport, reportSources, screenApplicants } from "../underwriting/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: bureaus and registers may be unavailable for hours, and each report may be pulled only once. Key: the report pull. Final:
 * nothing; a vendor's refusal is a result. Each report has its reference before the workflow starts, and a report that has arrived is not
 * pulled again, so all of them are one step: an unavailable vendor does not block the others.
 */
export const pullReportsWorkflow = (app: AppContext) => {
  const limited = createSemaphore(pullsAtOnce);
  return defineWorkflow(app, "pull-reports", async (ids, step) => {
    await step("screen names against the sanctions list", () => screenApplicants(app, ids));
    await step("pull reports", async () => {
      const asked = await Promise.allSettled(
        reportSources.map((source) => limited(() => pullReport(app, ids, source))),
      );
      const failed = asked.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    });
  });
};

/** Bounds the concurrent requests to vendors and the database connections, however many people apply at the same time. */
const pullsAtOnce = 8;

import type { AppContext } from "../context.ts";
import { createSemaphore } from "../semaphore.ts";
import { pullReport, reportSources, screenApplicants } from "../underwriting/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: bureaus and registers may be away for hours, and each question may be asked once only. Key: the round of questions. Final: nothing; a
 * vendor that refuses is an answer. Each question was given its reference before the story began, and one that is answered is not asked
 * again, so all of them are one step: one who is away does not keep the others from answering.
 */
export const pullReportsWorkflow = (app: AppContext) => {
  const limited = createSemaphore(questionsAtOnce);
  return defineWorkflow(app, "pull-reports", async (ids, step) => {
    await step("hold the names against the list", () => screenApplicants(app, ids));
    await step("ask everybody", async () => {
      const asked = await Promise.allSettled(
        reportSources.map((source) => limited(() => pullReport(app, ids, source))),
      );
      const failed = asked.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    });
  });
};

/** However many apply at the same time, nobody outside is asked by more of us than this, and our connections suffice. */
const questionsAtOnce = 8;

import { AccountingRefused } from "../providers/accounting/port.ts";
import { createSemaphore } from "../semaphore.ts";
import { WorkflowFailed, type Workflows } from "../workflows/public.ts";
import { readAccountingData } from "./accounting/read-accounting-data.ts";
import { sendNotices } from "./notices/send-notices.ts";
import { pullReport, readVerification } from "./pull-reports.ts";
import { reportSources } from "./reports.ts";
import { screenApplicants } from "./screen-again.ts";
import { comparePage } from "./shadow-run.ts";

/** Bounds the calls to all bureaus together, whatever the number of applications, so that the connection pool suffices. */
const pullsAtOnce = 8;

export const underwritingWorkflows: Workflows = {
  /**
   * Why durable: two years of accounting data help to decide what is offered, and the vendor may be down when they are read. Key: the
   * reading. Final: a vendor that refuses.
   */
  "read-accounting": (app) => async (ids, step) => {
    await step("read", async () => {
      try {
        await readAccountingData(app, ids);
      } catch (error) {
        if (error instanceof AccountingRefused)
          throw new WorkflowFailed("the vendor refused to return accounting data");
        throw error;
      }
    });
  },

  /**
   * Why durable: bureaus and registers may be down for hours, and each report may be pulled once only. Key: the round of reports. Final:
   * nothing; a refusal is a result. Each report gets its reference before the workflow starts, and a report that came is not pulled
   * again, so all of them are one step: a bureau that is down does not delay the others.
   */
  "pull-reports": (app) => {
    const limited = createSemaphore(pullsAtOnce);
    return async (ids, step) => {
      await step("screen the names against the sanctions list", async () => {
        await screenApplicants(app, ids);
      });
      await step("pull every report", async () => {
        const pulls = await Promise.allSettled(
          reportSources.map((source) => limited(() => pullReport(app, ids, source))),
        );
        const failed = pulls.find(({ status }) => status === "rejected");
        if (failed?.status === "rejected") throw failed.reason;
      });
    };
  },

  /**
   * Why durable: it decrypts thousands of snapshots, which takes minutes and needs the key vault. Key: the shadow run. Final: nothing; a
   * policy that cannot decide ends its run as FAILED. Each page is a step whose counts are saved before the next begins. One page at a time
   * is compared in a process, because the facts of a business are large.
   */
  "run-shadow-policy": (app) => {
    const alone = createSemaphore(1);
    return async ({ id }, step) => {
      for (let page = 1; await step(`compare page ${page}`, () => alone(() => comparePage(app, id))); page++);
    };
  },

  /**
   * Why durable: the law sets a date, and the key vault, the renderer or the object store may be down. Key: the clock of the notice, so a
   * decision has its notices once. Final: nothing.
   */
  "send-notices": (app) => (ids, step) => step("write and queue the notices", () => sendNotices(app, ids)),

  /** Why durable: the verifier may be down after its webhook arrived. Key: the reading. Final: nothing; reading twice is harmless. */
  "read-verification": (app) => (ids, step) => step("read", () => readVerification(app, ids)),
};

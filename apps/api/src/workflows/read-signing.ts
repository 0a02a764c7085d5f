import type { AppContext } from "../context.ts";
import { readSigning } from "../documents/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/** Why durable: a webhook may be lost, so the vendor is asked for the status. Key: the reading. Final: nothing; it is retried. */
export const readSigningWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-signing", async (ids, step) => {
    await step("read", () => readSigning(app, ids));
  });

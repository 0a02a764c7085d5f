import type { AppContext } from "../context.ts";
import { readSigning } from "../documents/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/** Why durable: what nobody told us must be asked for. Key: the reading. Final: nothing; it is asked until it is answered. */
export const readSigningWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-signing", async (ids, step) => {
    await step("read", () => readSigning(app, ids));
  });

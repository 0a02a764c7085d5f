import type { AppContext } from "../context.ts";
import { readVerification } from "../underwriting/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/** Why durable: the verifier may be away when it has told us to look. Key: the look. Final: nothing; looking twice is harmless. */
export const readVerificationWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-verification", async (ids, step) => {
    await step("look", () => readVerification(app, ids));
  });

import type { AppContext } from "../context.ts";
import { readVerification } from "../underwriting/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/** Why durable: the vendor may be unavailable after its webhook. Key: the reading. Final: nothing; reading twice is harmless. */
export const readVerificationWorkflow = (app: AppContext) =>
  defineWorkflow(app, "read-verification", async (ids, step) => {
    await step("read", () => readVerification(app, ids));
  });

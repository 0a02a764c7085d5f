import type { AppContext } from "../context.ts";
import { prepareSignInCode } from "../people/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: the person waits for a code. Only the workflow checks whether the address has a user, so the request itself is the same
 * for known and unknown addresses. Key: the sign-in's id. Final: nothing.
 */
export const sendSignInCodeWorkflow = (app: AppContext) =>
  defineWorkflow(app, "send-sign-in-code", async (ids, step) => {
    await step("prepare code", () => prepareSignInCode(app, ids));
  });

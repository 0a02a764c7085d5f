import type { AppContext } from "../context.ts";
import { prepareSignInCode } from "../people/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: the person waits for a code, and only here is it found out whether there is such a person, so that the request
 * itself looks the same for everyone. Key: the sign-in's id. Final: nothing.
 */
export const sendSignInCodeWorkflow = (app: AppContext) =>
  defineWorkflow(app, "send-sign-in-code", async (ids, step) => {
    await step("prepare code", () => prepareSignInCode(app, ids));
  });

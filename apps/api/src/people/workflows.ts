import type { Workflows } from "../workflows/public.ts";
import { prepareSignInCode } from "./sign-in.ts";
import { prepareStepUpCode } from "./step-up.ts";

export const peopleWorkflows: Workflows = {
  /**
   * Why durable: the person waits for a code. Only the workflow finds out whether the person exists, so that the request itself takes
   * equally long for everyone. Key: the sign-in's id. Final: nothing.
   */
  "send-sign-in-code": (app) => (ids, step) => step("prepare code", () => prepareSignInCode(app, ids)),

  /**
   * Why durable: the person waits for a code. The workflow creates it, so that no request, response or journal holds it. Key: the
   * challenge's id. Final: nothing.
   */
  "send-step-up-code": (app) => (ids, step) => step("prepare code", () => prepareStepUpCode(app, ids)),
};

import type { AppContext } from "../context.ts";
import { prepareStaffCode } from "../staff/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: as with a borrower's code, only here is it found out whether there is such a person, so that the request itself looks
 * the same for everyone. Key: the sign-in's id. Final: nothing.
 */
export const sendStaffCodeWorkflow = (app: AppContext) =>
  defineWorkflow(app, "send-staff-code", async (ids, step) => {
    await step("prepare code", () => prepareStaffCode(app, ids));
  });

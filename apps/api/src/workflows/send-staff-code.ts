import type { AppContext } from "../context.ts";
import { prepareStaffCode } from "../staff/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: the member waits for a code. Only the workflow checks whether the address has a member, so the request itself is the same
 * for known and unknown addresses. Key: the sign-in's id. Final: nothing.
 */
export const sendStaffCodeWorkflow = (app: AppContext) =>
  defineWorkflow(app, "send-staff-code", async (ids, step) => {
    await step("prepare code", () => prepareStaffCode(app, ids));
  });

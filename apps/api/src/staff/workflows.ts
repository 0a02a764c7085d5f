import type { Workflows } from "../workflows/public.ts";
import { prepareStaffCode } from "./sign-in.ts";

export const staffWorkflows: Workflows = {
  /**
   * Why durable: only the workflow finds out whether the staff member exists, so that the request itself takes equally long for everyone.
   * Key: the sign-in's id. Final: nothing.
   */
  "send-staff-code": (app) => (ids, step) => step("prepare code", () => prepareStaffCode(app, ids)),
};

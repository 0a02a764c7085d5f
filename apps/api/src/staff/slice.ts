import type { Slice } from "../slice.ts";
import { memberActions } from "./members.ts";
import { resetEmail } from "./reset-email.ts";
import { staffRoutes } from "./routes.ts";
import { staffWorkflows } from "./workflows.ts";

export const staff: Slice = {
  name: "staff",
  routes: { staff: [staffRoutes] },
  workflows: staffWorkflows,
  staffActions: memberActions,
  eventHandlers: { "staff.factors_revoked": [resetEmail] },
};

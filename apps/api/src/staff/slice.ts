import type { Slice } from "../slice.ts";
import { revealActions } from "./businesses/reveal.ts";
import { businessRoutes } from "./businesses/routes.ts";
import { memberActions } from "./members.ts";
import { resetEmail } from "./reset-email.ts";
import { staffRoutes } from "./routes.ts";
import { staffWorkflows } from "./workflows.ts";

export const staff: Slice = {
  name: "staff",
  routes: { staff: [staffRoutes, businessRoutes] },
  workflows: staffWorkflows,
  staffActions: [...memberActions, ...revealActions],
  eventHandlers: { "staff.factors_revoked": [resetEmail] },
};

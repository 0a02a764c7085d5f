import type { Slice } from "../slice.ts";
import { memberActions } from "./members.ts";
import { staffRoutes } from "./routes.ts";
import { staffWorkflows } from "./workflows.ts";

export const staff: Slice = {
  name: "staff",
  routes: { staff: [staffRoutes] },
  workflows: staffWorkflows,
  staffActions: memberActions,
};

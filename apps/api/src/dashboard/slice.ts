import type { Slice } from "../slice.ts";
import { interactionRoutes, interactions } from "./interaction-routes.ts";
import { platformRoutes } from "./platform-routes.ts";
import { dashboardRoutes } from "./routes.ts";

export const dashboard: Slice = {
  name: "dashboard",
  routes: { portal: [platformRoutes, dashboardRoutes, interactionRoutes] },
  metrics: [interactions],
};

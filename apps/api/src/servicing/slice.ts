import type { Slice } from "../slice.ts";
import { servicingRoutes } from "./routes.ts";

export const servicing: Slice = { name: "servicing", routes: { portal: [servicingRoutes] } };

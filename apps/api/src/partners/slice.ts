import type { Slice } from "../slice.ts";
import { partnerRoutes } from "./routes.ts";

export const partners: Slice = { name: "partners", routes: { partner: [partnerRoutes] } };

import type { Slice } from "../slice.ts";
import { disclosureStaffRoutes } from "./routes.ts";

export const disclosures: Slice = { name: "disclosures", routes: { staff: [disclosureStaffRoutes] } };

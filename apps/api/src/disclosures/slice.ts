import type { Slice } from "../slice.ts";
import { voidEndedSignings } from "./open-agreement.ts";
import { disclosureRoutes, disclosureStaffRoutes } from "./routes.ts";
import { recordSignature } from "./sign-disclosure.ts";

export const disclosures: Slice = {
  name: "disclosures",
  routes: { portal: [disclosureRoutes], staff: [disclosureStaffRoutes] },
  eventHandlers: {
    "application.offers_expired": [voidEndedSignings],
    "application.declined": [voidEndedSignings],
    "application.withdrawn": [voidEndedSignings],
    "signing.completed": [recordSignature],
  },
};

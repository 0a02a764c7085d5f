import type { HttpPart } from "../http/public.ts";
import { approvalRoutes } from "./routes.ts";
import type { ActionPart } from "./staff-actions.ts";

/** A request of any kind is decided here, so this slice is built from the staff actions of the others. */
export const approvals = (parts: readonly ActionPart[]): { name: string } & HttpPart => {
  const staffActions = parts.flatMap((part) => part.staffActions ?? []);
  return {
    name: "approvals",
    routes: { staff: [(router, app) => approvalRoutes(router, app, staffActions)] },
  };
};

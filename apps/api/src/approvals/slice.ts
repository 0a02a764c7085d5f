import type { DuePart } from "../clock/public.ts";
import type { HttpPart } from "../http/public.ts";
import { approvalRoutes } from "./routes.ts";
import type { ActionPart } from "./staff-actions.ts";
import { verifyAudit } from "./verify-audit.ts";

/** A request of any kind is decided here, so this slice is built from the staff actions of the others. */
export const approvals = (parts: readonly ActionPart[]): { name: string } & HttpPart & DuePart => {
  const staffActions = parts.flatMap((part) => part.staffActions ?? []);
  return {
    name: "approvals",
    regularJobs: [verifyAudit],
    routes: { staff: [(router, app) => approvalRoutes(router, app, staffActions)] },
  };
};

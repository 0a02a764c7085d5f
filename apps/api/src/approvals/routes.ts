import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AppContext } from "../context.ts";
import type { RequestContext, Router } from "../http/public.ts";
import { listRequests, readRequest } from "./requests.ts";
import { decide, type StaffAction } from "./staff-actions.ts";
import { claimTask, listTasks, releaseTask, resolveTask } from "./tasks.ts";

/** Tasks, and the decision of an approval request of any kind. `staffActions` are those of all slices. */
export function approvalRoutes(
  { authenticatedRoute }: Router,
  app: AppContext,
  staffActions: readonly StaffAction[],
): void {
  authenticatedRoute(staffCalls.listTasks, ({ tx, caller, query }) => listTasks(tx, caller, query));
  authenticatedRoute(staffCalls.claimTask, claimTask);
  authenticatedRoute(staffCalls.releaseTask, releaseTask);
  authenticatedRoute(staffCalls.resolveTask, resolveTask);

  type Decided = RequestContext<typeof staffCalls.approveRequest> | RequestContext<typeof staffCalls.rejectRequest>;
  const decideAs = (verdict: "APPROVED" | "REJECTED", { tx, caller, params, body, requestId }: Decided) =>
    decide(tx, app, staffActions, { caller, staffRequestId: params.requestId, verdict, ...body, requestId });
  authenticatedRoute(staffCalls.listRequests, ({ tx, query }) => listRequests(tx, query));
  authenticatedRoute(staffCalls.getRequest, ({ tx, params }) => readRequest(tx, params.requestId));
  authenticatedRoute(staffCalls.approveRequest, (request) => decideAs("APPROVED", request));
  authenticatedRoute(staffCalls.rejectRequest, (request) => decideAs("REJECTED", request));
}

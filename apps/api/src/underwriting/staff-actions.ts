import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { requestAction, type StaffAction, subjectOfTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router, Staff } from "../http/public.ts";
import { ruleOnApplication } from "./decisions/rule.ts";
import { acceptReport, inconclusiveTask, pullReportAgain } from "./inconclusive-report.ts";
import {
  activatePolicy,
  listPolicies,
  proposePolicy,
  readPolicySummary,
  requirePolicy,
  requireTried,
} from "./policies.ts";
import { decideScreening, listScreenings, readMatch } from "./sanctions.ts";
import { listShadowRuns, readShadowRun, requestShadowRun } from "./shadow-run.ts";

/** The reviewed list entries. An approval covers these and no others. */
type ReviewedEntries = { entryIds: string[] };

/** Lets money go to a possibly listed person again, so it takes two staff members. */
const clearScreening: StaffAction<ReviewedEntries> = {
  kind: "sanctions.clear",
  action: "staff.sanctions.clear",
  needs: () => ({ people: 2, checker: null }),
  perform: (tx, { subjectId, memberId, requestId }) =>
    decideScreening(tx, { screeningId: subjectId, verdict: "CLEARED", memberId, requestId }),
};

/** Only confirms a stop that is already in effect, and two staff members can reverse it, so one is enough. */
const confirmScreening: StaffAction<ReviewedEntries> = {
  kind: "sanctions.confirm",
  action: "staff.sanctions.confirm",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, { subjectId, memberId, requestId }) =>
    decideScreening(tx, { screeningId: subjectId, verdict: "CONFIRMED", memberId, requestId }),
};

/** Staff actions on sanctions screenings, inconclusive reports, decisions and credit policies. */
export const underwritingStaffActions = [
  clearScreening,
  confirmScreening,
  pullReportAgain,
  acceptReport,
  activatePolicy,
  ruleOnApplication,
] as unknown as StaffAction[];

export function underwritingStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  type Asked = { tx: Tx; caller: Staff; screeningId: string; reason: string; requestId: string };
  /** The request names the listed entries that the first person saw, so that the second one decides about the same. */
  const decide = async (
    action: StaffAction<ReviewedEntries>,
    { tx, caller, screeningId, reason, requestId }: Asked,
  ) => {
    const screening = await readMatch(tx, screeningId);
    if (screening.business_id !== caller.businessId)
      throw new Refusal("NOT_FOUND", { context: { object: "sanctions screening" } });
    const payload = { entryIds: screening.matches.map(({ entryId }) => entryId).sort() };
    return requestAction(tx, app, action, { caller, subjectId: screeningId, payload, reason, requestId });
  };
  authenticatedRoute(staffCalls.listScreenings, async ({ tx, params }) => ({
    businessId: params.businessId,
    screenings: await listScreenings(tx, params.businessId),
  }));
  authenticatedRoute(staffCalls.listPlatformScreenings, async ({ tx, params }) => ({
    platformId: params.platformId,
    screenings: await listScreenings(tx, null),
  }));
  for (const call of [staffCalls.clearScreening, staffCalls.clearPlatformScreening])
    authenticatedRoute(call, ({ tx, caller, params: { screeningId }, body: { reason }, requestId }) =>
      decide(clearScreening, { tx, caller, screeningId, reason, requestId }),
    );
  for (const call of [staffCalls.confirmScreening, staffCalls.confirmPlatformScreening])
    authenticatedRoute(call, ({ tx, caller, params: { screeningId }, body: { reason }, requestId }) =>
      decide(confirmScreening, { tx, caller, screeningId, reason, requestId }),
    );
  for (const [call, action] of [
    [staffCalls.pullReportAgain, pullReportAgain],
    [staffCalls.acceptReport, acceptReport],
  ] as const)
    authenticatedRoute(call, async ({ tx, caller, params, body: { reason }, requestId }) => {
      const subjectId = await subjectOfTask(tx, params.taskId, inconclusiveTask);
      return requestAction(tx, app, action, { caller, subjectId, payload: {}, reason, requestId });
    });
}

/** Credit policies belong to no tenant, so these calls stay in the staff scope. */
export function policyStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.proposePolicy, proposePolicy);
  authenticatedRoute(staffCalls.listPolicies, ({ tx, query }) => listPolicies(tx, query));
  authenticatedRoute(staffCalls.getPolicy, async ({ tx, params: { version } }) => {
    const policy = await requirePolicy(tx, version);
    const { proposedBy, proposedAt, activatedAt, isCurrent } = await readPolicySummary(tx, version);
    const shadowRuns = await listShadowRuns(tx, version);
    return { version, proposedBy, proposedAt, activatedAt, isCurrent, policy, shadowRuns };
  });
  authenticatedRoute(staffCalls.runShadowPolicy, requestShadowRun);
  authenticatedRoute(staffCalls.getShadowRun, ({ tx, params }) => readShadowRun(tx, params.shadowRunId));
  authenticatedRoute(
    staffCalls.activatePolicy,
    async ({ tx, caller, params: { version }, body: { reason }, requestId }) => {
      const subjectId = await requireTried(tx, version);
      return requestAction(tx, app, activatePolicy, { caller, subjectId, payload: { version }, reason, requestId });
    },
  );
}

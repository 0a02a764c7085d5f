import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { decideScreening, listScreenings, readMatch } from "./sanctions.ts";

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

/** Staff actions on sanctions screenings. */
export const underwritingStaffActions = [clearScreening, confirmScreening] as unknown as StaffAction[];

export function underwritingStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  const reviewedEntries = async (tx: Tx, screeningId: string): Promise<ReviewedEntries> => ({
    entryIds: (await readMatch(tx, screeningId)).matches.map(({ entryId }) => entryId).sort(),
  });
  authenticatedRoute(staffCalls.listScreenings, async ({ tx, params }) => ({
    businessId: params.businessId,
    screenings: await listScreenings(tx, params.businessId),
  }));
  authenticatedRoute(staffCalls.clearScreening, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const payload = await reviewedEntries(tx, params.screeningId);
    return requestAction(tx, app, clearScreening, {
      caller,
      subjectId: params.screeningId,
      payload,
      reason,
      requestId,
    });
  });
  authenticatedRoute(staffCalls.confirmScreening, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const payload = await reviewedEntries(tx, params.screeningId);
    return requestAction(tx, app, confirmScreening, {
      caller,
      subjectId: params.screeningId,
      payload,
      reason,
      requestId,
    });
  });
}

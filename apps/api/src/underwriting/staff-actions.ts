import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { requestAction, type StaffAction } from "../staff/public.ts";
import { decideScreening, listScreenings, readMatch } from "./sanctions.ts";

/** The entries that were looked at: what a second person agrees to is about these and no others. */
type Looked = { entryIds: string[] };

/** Lets money go again to somebody who may be on the list, so it takes two. */
const clearScreening: StaffAction<Looked> = {
  kind: "sanctions.clear",
  action: "staff.sanctions.clear",
  needs: () => ({ people: 2, checker: null }),
  perform: (tx, { subjectId, memberId, requestId }) =>
    decideScreening(tx, { screeningId: subjectId, verdict: "CLEARED", memberId, requestId }),
};

/** Only stops money that is stopped already, and can be taken back by two; so one is enough, and at once. */
const confirmScreening: StaffAction<Looked> = {
  kind: "sanctions.confirm",
  action: "staff.sanctions.confirm",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, { subjectId, memberId, requestId }) =>
    decideScreening(tx, { screeningId: subjectId, verdict: "CONFIRMED", memberId, requestId }),
};

/** What our own people can do about what was found out about somebody. */
export const underwritingStaffActions = [clearScreening, confirmScreening] as unknown as StaffAction[];

export function underwritingStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  const looked = async (tx: Tx, screeningId: string): Promise<Looked> => ({
    entryIds: (await readMatch(tx, screeningId)).matches.map(({ entryId }) => entryId).sort(),
  });
  authenticatedRoute(staffCalls.listScreenings, async ({ tx, params }) => ({
    businessId: params.businessId,
    screenings: await listScreenings(tx, params.businessId),
  }));
  authenticatedRoute(staffCalls.clearScreening, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const payload = await looked(tx, params.screeningId);
    return requestAction(tx, app, clearScreening, {
      caller,
      subjectId: params.screeningId,
      payload,
      reason,
      requestId,
    });
  });
  authenticatedRoute(staffCalls.confirmScreening, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const payload = await looked(tx, params.screeningId);
    return requestAction(tx, app, confirmScreening, {
      caller,
      subjectId: params.screeningId,
      payload,
      reason,
      requestId,
    });
  });
}

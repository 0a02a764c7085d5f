import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { Doors } from "../http/public.ts";
import { ask, type Deed } from "../staff/public.ts";
import { decideScreening, listScreenings, readMatch } from "./sanctions.ts";

/** The entries that were looked at: what a second person agrees to is about these and no others. */
type Looked = { entryIds: string[] };

/** Lets money go again to somebody who may be on the list, so it takes two. */
const clearScreening: Deed<Looked> = {
  kind: "sanctions.clear",
  action: "staff.sanctions.clear",
  needs: () => ({ people: 2, checker: null }),
  perform: (tx, { subjectId, memberId, requestId }) =>
    decideScreening(tx, { screeningId: subjectId, verdict: "CLEARED", memberId, requestId }),
};

/** Only stops money that is stopped already, and can be taken back by two; so one is enough, and at once. */
const confirmScreening: Deed<Looked> = {
  kind: "sanctions.confirm",
  action: "staff.sanctions.confirm",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, { subjectId, memberId, requestId }) =>
    decideScreening(tx, { screeningId: subjectId, verdict: "CONFIRMED", memberId, requestId }),
};

/** What our own people can do about what was found out about somebody. */
export const underwritingDeeds = [clearScreening, confirmScreening] as unknown as Deed[];

export function underwritingStaffRoutes({ serve }: Doors, house: House): void {
  const looked = async (tx: Tx, screeningId: string): Promise<Looked> => ({
    entryIds: (await readMatch(tx, screeningId)).matches.map(({ entryId }) => entryId).sort(),
  });
  serve(staffCalls.listScreenings, async ({ tx, params }) => ({
    businessId: params.businessId,
    screenings: await listScreenings(tx, params.businessId),
  }));
  serve(staffCalls.clearScreening, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const payload = await looked(tx, params.screeningId);
    return ask(tx, house, clearScreening, { caller, subjectId: params.screeningId, payload, reason, requestId });
  });
  serve(staffCalls.confirmScreening, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const payload = await looked(tx, params.screeningId);
    return ask(tx, house, confirmScreening, { caller, subjectId: params.screeningId, payload, reason, requestId });
  });
}

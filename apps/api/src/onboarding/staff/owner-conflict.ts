import { Refusal } from "@inlay/contracts/errors.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { closeTask, openTask, type StaffAction } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";
import { claimantsOf, isContested, settlePrimaryOwner } from "../../people/public.ts";
import { askNewOwner } from "./hand-over.ts";

const kind = "PRIMARY_OWNER_CONFLICT";
/** The task is due by the end of the next banking day, because the claimant cannot continue until then. */
const answeredInBankingDays = 1;
const endOfDay = clock(17, 0);

type Conflict = { platformId: string; businessId: string | null };

/** Opens a task for staff when two people claim one business, unless the conflict is already resolved. */
export async function conflictTask(
  _: AppContext,
  { platformId, businessId }: Conflict,
): Promise<(tx: Tx) => Promise<void>> {
  return async (tx) => {
    if (!businessId || !isContested(await claimantsOf(tx, businessId))) return;
    const dueOn = addBankingDays(easternTime(new Date()).date, answeredInBankingDays);
    await openTask(tx, {
      kind,
      subjectId: businessId,
      platformId,
      businessId,
      dueAt: easternInstant(dueOn, endOfDay),
    });
  };
}

/** Makes one claimant the primary owner. This always needs two people, because it decides who can borrow for the business. */
export const resolveOwnerConflict: StaffAction<{ primaryOwnerId: string }> = {
  kind: "owner-conflict.resolve",
  action: "staff.owner-conflict.resolve",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: async (tx, { businessId, payload }) => {
    const claimants = businessId ? await claimantsOf(tx, businessId) : [];
    if (!claimants.some(({ userId }) => userId === payload.primaryOwnerId))
      throw new Refusal("NOT_FOUND", { context: { object: "claimant" } });
  },
  perform: async (tx, { platformId, businessId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("resolving an owner conflict requires a business");
    // The task is closed before the claimants are read, so a later claim opens a new task.
    await closeTask(tx, { kind, subjectId: businessId });
    const before = (await claimantsOf(tx, businessId)).find(({ role }) => role === "PRIMARY_OWNER");
    await settlePrimaryOwner(tx, {
      platformId,
      businessId,
      primaryOwnerId: payload.primaryOwnerId,
      requestId,
      action: "staff.owner-conflict.resolve",
      actor: { kind: "STAFF", id: memberId },
    });
    if (before && before.userId !== payload.primaryOwnerId)
      await askNewOwner(tx, { platformId, businessId, memberId, requestId });
  },
};

import { unfinishedStates } from "@inlay/lending/applications/loan-application.ts";
import { openTask } from "../approvals/public.ts";
import type { DueJob } from "../clock/public.ts";
import type { Tx } from "../db/scope.ts";
import { promisedHours } from "./applications.ts";
import { coOwnersFinishedAt } from "./data-complete.ts";

/** When the newest application of a business was received, and by when its owner is promised an answer. Both in business time. */
export async function promisedAnswer(
  tx: Tx,
  businessId: string,
): Promise<{ receivedAt: Date; promisedBy: Date | null }> {
  const { receivedAt } = await tx
    .selectFrom("loan_application")
    .select("received_at as receivedAt")
    .where("business_id", "=", businessId)
    .orderBy("received_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { receivedAt, promisedBy: promisedBy(receivedAt, await coOwnersFinishedAt(tx, businessId)) };
}

/** The promised time begins when the last co-owner who must be verified has finished. Until then there is no date. */
function promisedBy(receivedAt: Date, finishedAt: readonly (Date | null)[]): Date | null {
  const finished = finishedAt.filter((at) => at !== null);
  if (finished.length < finishedAt.length) return null;
  return later(new Date(Math.max(...[receivedAt, ...finished].map((at) => at.getTime()))));
}

const later = (from: Date): Date => new Date(from.getTime() + promisedHours * 3_600_000);

/** Alarms staff when the promised time has passed and the application is still undecided. */
export const watchPromise: DueJob = {
  name: "application.promised-answer",
  table: "loan_application",
  act: async (tx, { platformId, businessId, id }, now) => {
    const { status, received_at } = await tx
      .selectFrom("loan_application")
      .select(["status", "received_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const isUndecided = unfinishedStates.some((state) => state === status);
    if (!businessId) throw new Error("an application must belong to a business");
    // While a co-owner is waited for, the promise is looked at again before any that begins meanwhile can end.
    const dueAt = promisedBy(received_at, await coOwnersFinishedAt(tx, businessId)) ?? later(now);
    const next = isUndecided && dueAt > now ? dueAt : null;
    await tx.updateTable("loan_application").set({ next_action_at: next }).where("id", "=", id).execute();
    if (isUndecided && !next)
      await openTask(tx, { kind: "ANSWER_OVERDUE", subjectId: id, platformId, businessId, dueAt: now });
  },
};

import { unfinishedStates } from "@inlay/lending/applications/loan-application.ts";
import { openTask } from "../approvals/public.ts";
import type { DueJob } from "../clock/public.ts";

/** Alarms staff when the promised time has passed and the application is still undecided. */
export const watchPromise: DueJob = {
  name: "application.promised-answer",
  table: "loan_application",
  act: async (tx, { platformId, businessId, id }, now) => {
    const overdue = await tx
      .updateTable("loan_application")
      .set({ next_action_at: null })
      .where("id", "=", id)
      .returning("status")
      .executeTakeFirstOrThrow();
    if (!unfinishedStates.some((state) => state === overdue.status)) return;
    await openTask(tx, { kind: "ANSWER_OVERDUE", subjectId: id, platformId, businessId, dueAt: now });
  },
};

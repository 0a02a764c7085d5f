import { Refusal } from "@inlay/contracts/errors.ts";
import type { AdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import { sql } from "kysely";
import { raiseInput } from "../../additional-inputs/public.ts";
import { closeTask, type StaffAction } from "../../approvals/public.ts";
import { record } from "../../db/record.ts";
import { correctionTask } from "./corrections.ts";

/** Answering changes no data: the owner enters it again, or only reads the answer. One staff member is enough. */
export const answerCorrection: StaffAction<{ subStep: AdditionalInput | null; message: string }> = {
  kind: "correction.answer",
  action: "staff.correction.answer",
  needs: () => ({ people: 1, checker: null }),
  perform: async (
    tx,
    { platformId, businessId, subjectId: id, payload: { subStep, message }, memberId, requestId },
  ) => {
    if (!businessId) throw new Error("a correction must belong to a business");
    const correction = await tx
      .selectFrom("correction")
      .select("outcome")
      .where("id", "=", id)
      .where("business_id", "=", businessId)
      .forUpdate()
      .executeTakeFirst();
    if (!correction) throw new Refusal("NOT_FOUND", { context: { object: "correction" } });
    if (correction.outcome)
      throw new Refusal("WRONG_STATE", { context: { status: correction.outcome, allowedFrom: ["OPEN"] } });
    const outcome = subStep ? ("ASKED" as const) : ("ANSWERED" as const);
    await tx
      .updateTable("correction")
      .set({ outcome, message, answered_at: sql<Date>`app.business_now(business_id)` })
      .where("id", "=", id)
      .execute();
    await closeTask(tx, { kind: correctionTask, subjectId: id });
    const by = { kind: "STAFF", id: memberId } as const;
    await record(tx, {
      platformId,
      businessId,
      kind: "correction.answered",
      body: { correctionId: id, outcome },
      action: "staff.correction.answer",
      object: { kind: "correction", id },
      after: { outcome, subStep },
      actor: by,
      requestId,
    });
    if (subStep) await raiseInput(tx, { platformId, businessId, subStep, by, requestId });
  },
};

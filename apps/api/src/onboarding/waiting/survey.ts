import type { Parsed } from "@inlay/contracts/call.ts";
import type { answerOnboardingSurvey } from "@inlay/contracts/calls/onboarding.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";

/** Saves why the business applied. The first answer stays; later ones are ignored. */
export async function answerSurvey(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  body: Parsed<typeof answerOnboardingSurvey, "body">,
  requestId: string,
): Promise<void> {
  const { reasonForApplying: reason, reasonForApplyingOther: other, version } = body;
  const marked = await tx
    .updateTable("onboarding")
    .set({ survey_completed_at: new Date() })
    .where("business_id", "=", businessId)
    .where("survey_completed_at", "is", null)
    .executeTakeFirst();
  if (marked.numUpdatedRows === 0n) {
    const begun = tx.selectFrom("onboarding").select("business_id").where("business_id", "=", businessId);
    if (await begun.executeTakeFirst()) return;
    throw new Refusal("STEP_NOT_CURRENT");
  }
  await tx
    .insertInto("onboarding_survey_response")
    .values({
      platform_id: platformId,
      business_id: businessId,
      user_id: userId,
      survey_version: version,
      reason: reason ?? null,
      reason_other: other || null,
    })
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "onboarding.survey_answered",
    body: { reason: reason ?? null, version },
    action: "onboarding.answer-survey",
    object: { kind: "business", id: businessId },
    actor: { kind: "USER", id: userId },
    requestId,
  });
}

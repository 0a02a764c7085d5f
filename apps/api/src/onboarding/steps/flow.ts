import { draftFieldsOf } from "@inlay/contracts/onboarding/step.ts";
import { type BuiltStep, onboardingStepContracts } from "@inlay/contracts/onboarding/steps.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { record } from "../../db/record.ts";
import { type Completed, createFlow, type Origin } from "../../flow/public.ts";
import { requestedInput } from "../additional-inputs/flow.ts";
import type { Answers } from "../progress.ts";
import type { StepContext } from "../step-handler.ts";
import { loadOnboarding } from "../subject.ts";
import { awaitOwner } from "../unfinished/remind-owner.ts";
import { loadWaiting } from "../waiting/waiting.ts";
import { handlers } from "./handlers.ts";

/** The primary owner's onboarding. Its subject is the business. */
export const onboardingSteps = createFlow({
  contracts: onboardingStepContracts,
  handlers,
  waits: {
    WAITING_FOR_OFFERS: ({ tx, caller }) => loadWaiting(tx, caller.businessId),
    REQUEST_ADDITIONAL_USER_INPUT: requestedInput,
  },
  stepOf: onboardingStepOf,
  loadSubject: loadOnboarding,
  drafts: { ownerIdOf: () => null, fieldsOf: (step) => draftFieldsOf(onboardingStepContracts[step]) },
  lastAnswer,
  saveCompletion,
});

/** A step that is open again has no last answer: the same answer completes it again. */
async function lastAnswer({ tx, caller, progress }: StepContext, step: BuiltStep): Promise<Buffer | null> {
  if (!progress.done.has(step)) return null;
  const row = await tx
    .selectFrom("onboarding_step")
    .select("answer_hash")
    .where("business_id", "=", caller.businessId)
    .where("step", "=", step)
    .executeTakeFirst();
  return row?.answer_hash ?? null;
}

async function saveCompletion(
  { tx, caller, answers, requestId }: StepContext & Origin,
  { step, hash, before, learned }: Completed<BuiltStep, Partial<Answers>>,
): Promise<void> {
  await tx
    .updateTable("onboarding")
    .set({ answers: JSON.stringify({ ...answers, ...learned } satisfies Answers) })
    .where("business_id", "=", caller.businessId)
    .execute();
  const answered = { answer_hash: hash, completed_by: caller.userId, completed_at: new Date() };
  await tx
    .insertInto("onboarding_step")
    .values({ platform_id: caller.platformId, business_id: caller.businessId, step, ...answered })
    .onConflict((conflict) => conflict.columns(["business_id", "step"]).doUpdateSet(answered))
    .execute();
  await awaitOwner(tx, caller, { isConsentGiven: step === "COLLECT_CONSENT" });
  await record(tx, {
    platformId: caller.platformId,
    businessId: caller.businessId,
    kind: before ? "onboarding.step_edited" : "onboarding.step_completed",
    body: { step },
    action: "onboarding.complete-step",
    object: { kind: "business", id: caller.businessId },
    // The audit holds only hashes of answers: an edit names the answer that it replaced.
    ...(before && { before: { step, answer: before.toString("hex") } }),
    after: { step, answer: hash.toString("hex") },
    actor: { kind: "USER", id: caller.userId } as const,
    requestId,
  });
}

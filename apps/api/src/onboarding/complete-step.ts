import type { StepDraft } from "@inlay/contracts/calls/onboarding.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import {
  type BuiltStep,
  type Completion,
  isBuilt,
  onboardingStepContracts,
} from "@inlay/contracts/onboarding/steps.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod/mini";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Person } from "../http/public.ts";
import { loadRequestedInput } from "./complete-input.ts";
import { flowState, holdOnboarding, readAnswer } from "./completing.ts";
import { draftOf, dropDraft, storeDraft } from "./drafts.ts";
import type { Answers, Progress } from "./progress.ts";
import type { CompletionContext, StepContext, StepHandler } from "./step-handler.ts";
import { handlers } from "./steps/handlers.ts";
import { loadWaiting } from "./waiting/waiting.ts";

/** The step behind a wire name, as far as there is something to do with it. */
export function builtStep(wireName: string): BuiltStep {
  const step = onboardingStepOf(wireName);
  if (!step || !isBuilt(step)) throw new Refusal("NOT_FOUND", { context: { object: "step" } });
  return step;
}

/** What a step's screen is shown. A step that is not on this business's path, or not reached yet, is not there. */
export async function loadStep(
  context: Omit<StepContext, "answers">,
  wireName: string,
): Promise<{ existingData: Record<string, unknown>; draft: StepDraft | null }> {
  const shown = onboardingStepOf(wireName);
  if (shown && shown in waits) return { existingData: await loadWait(context, shown as Wait), draft: null };
  const step = builtStep(wireName);
  const { progress, answers } = await flowState(context);
  const at = progress.plan.indexOf(step);
  if (at < 0 || at > progress.plan.indexOf(progress.current)) throw new Refusal("STEP_NOT_CURRENT");
  const { tx, caller } = context;
  return {
    existingData: await handlers[step].load({ ...context, answers }),
    draft: await draftOf(tx, { caller, ownerId: null, step }),
  };
}

/** Steps that nothing completes by themselves, and that show something. */
const waits = {
  WAITING_FOR_OFFERS: ({ tx, caller }: StepContext) => loadWaiting(tx, caller.businessId),
  REQUEST_ADDITIONAL_USER_INPUT: loadRequestedInput,
};
type Wait = keyof typeof waits;

async function loadWait(context: Omit<StepContext, "answers">, step: Wait): Promise<Record<string, unknown>> {
  const { progress, answers } = await flowState(context);
  if (progress.current !== step) throw new Refusal("STEP_NOT_CURRENT");
  return waits[step]({ ...context, answers });
}

export async function saveDraft(
  { tx, caller }: Pick<StepContext, "tx" | "caller">,
  wireName: string,
  fields: StepDraft,
): Promise<void> {
  const step = builtStep(wireName);
  await storeDraft(tx, { caller, ownerId: null, step }, onboardingStepContracts[step], fields);
}

/**
 * Completes a step. Three cases: the same answer as before changes nothing; the current step, or an earlier one before consent was
 * given, is taken; anything else is not open. Afterwards the path is asked anew where the business stands. Answers are compared by a
 * keyed fingerprint, because some of them could be guessed back from a plain hash.
 */
export async function completeStep(
  context: Omit<CompletionContext, "answers">,
  completed: { step: string; data: unknown },
  fingerprint: (data: unknown) => Buffer,
): Promise<void> {
  const { tx, caller, requestId } = context;
  const { step: wireName, data } = completed;
  const step = builtStep(wireName);
  await holdOnboarding(context);
  const { progress, answers } = await flowState(context);
  const hash = fingerprint(data ?? {});
  const before = await tx
    .selectFrom("onboarding_step")
    .select("answer_hash")
    .where("business_id", "=", caller.businessId)
    .where("step", "=", step)
    .executeTakeFirst();
  if (before?.answer_hash.equals(hash)) return;
  const isEdit = before !== undefined;
  if (!mayComplete(progress, step)) throw new Refusal("STEP_NOT_CURRENT");

  const learned = await answerStep(step, { ...context, answers }, data);
  await tx
    .updateTable("onboarding")
    .set({ answers: JSON.stringify({ ...answers, ...learned } satisfies Answers) })
    .where("business_id", "=", caller.businessId)
    .execute();
  await tx
    .insertInto("onboarding_step")
    .values({
      platform_id: caller.platformId,
      business_id: caller.businessId,
      step,
      answer_hash: hash,
      completed_by: caller.userId,
      completed_at: new Date(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["business_id", "step"])
        .doUpdateSet({ answer_hash: hash, completed_by: caller.userId, completed_at: new Date() }),
    )
    .execute();
  await dropDraft(tx, { caller, ownerId: null, step });
  await record(tx, {
    platformId: caller.platformId,
    businessId: caller.businessId,
    kind: isEdit ? "onboarding.step_edited" : "onboarding.step_completed",

    body: { step },
    action: "onboarding.complete-step",
    object: { kind: "business", id: caller.businessId },
    // An answer is known by its fingerprint here too: an edit names the one that it replaced.
    ...(before && { before: { step, answer: before.answer_hash.toString("hex") } }),
    after: { step, answer: hash.toString("hex") },

    actor: { kind: "USER", id: caller.userId } as const,
    requestId,
  });
}

/** The current step, or one before it while nothing was consented to. */
function mayComplete({ plan, current, done }: Progress, step: BuiltStep): boolean {
  const at = plan.indexOf(step);
  return at >= 0 && (step === current || (at < plan.indexOf(current) && !done.has("COLLECT_CONSENT")));
}

/** Gets ready what the step's completion needs from outside the transaction. What is wrong with the answer is said later, inside it. */
export async function prepareStep(app: AppContext, caller: Person, wireName: string, data: unknown): Promise<unknown> {
  const step = builtStep(wireName);
  const { prepare } = handlers[step] as StepHandler<typeof step>;
  const parsed = prepare ? z.safeParse(onboardingStepContracts[step].completion, data ?? {}) : null;
  return prepare && parsed?.success ? prepare(app, caller, parsed.data as Completion<typeof step>) : null;
}

async function answerStep<S extends BuiltStep>(
  step: S,
  context: CompletionContext,
  data: unknown,
): Promise<Partial<Answers>> {
  const answer = readAnswer(onboardingStepContracts[step].completion, data);
  return (handlers[step] as StepHandler<S>).complete(context, answer as Completion<S>);
}

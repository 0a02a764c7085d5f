import type { StepDraft } from "@inlay/contracts/calls/onboarding.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import {
  type CompletableCoOwnerStep,
  type CoOwnerCompletion,
  type CoOwnerRequestedInput,
  type CoOwnerWaiting,
  type CoOwnerWorkflow,
  coOwnerInputContracts,
  coOwnerStepContracts,
} from "@inlay/contracts/onboarding/co-owner-steps.ts";
import type { Secret } from "@inlay/contracts/secret.ts";
import {
  type CoOwnerStep,
  coOwnerPath,
  coOwnerProgress,
  currentCoOwnerStep,
} from "@inlay/lending/onboarding/co-owner-plan.ts";
import {
  type CoOwnerAdditionalInput,
  coOwnerAdditionalInputs,
  onboardingStepOf,
  onboardingWireStep,
} from "@inlay/lending/onboarding/steps.ts";
import { sql } from "kysely";
import { z } from "zod/mini";
import { completeCoOwner, openInputsOfCoOwner } from "../../additional-inputs/public.ts";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { DataKey } from "../../db/vault.ts";
import type { Person } from "../../http/public.ts";
import { hasCoOwnersReportCome } from "../../underwriting/public.ts";
import { readAnswer } from "../completing.ts";
import { draftOf, dropDraft, storeDraft } from "../drafts.ts";
import {
  askAboutCoOwner,
  businessNameOf,
  type CoOwnerCompletionContext,
  type CoOwnerContext,
  coOwnerHandlers,
  personOf,
  savePerson,
} from "./handlers.ts";

const creditReportPolls = 30;

type Inputs = { id: string; subStep: CoOwnerAdditionalInput }[];
type CoOwnerState = { ownerId: string; current: CoOwnerStep; done: ReadonlySet<string>; inputs: Inputs };

/** Where this co-owner stands. With `held`, nobody else changes it before the transaction ends. */
export async function coOwnerState(
  tx: Tx,
  { businessId, userId }: Pick<Person, "businessId" | "userId">,
  held = false,
): Promise<CoOwnerState> {
  let query = tx
    .selectFrom("business_owner as o")
    .select(["o.id", "o.stopped_at"])
    .where("o.business_id", "=", businessId)
    .where("o.user_id", "=", userId)
    .where("o.is_primary", "=", false);
  if (held) query = query.forUpdate();
  const owner = await query.executeTakeFirst();
  if (!owner) throw new Refusal("NOT_FOUND", { context: { object: "owner" } });
  const { rows } = await sql<{ done: string[]; is_stopped: boolean }>`
    select (select coalesce(array_agg(s.step), '{}') from app.co_owner_step s where s.owner_id = ${owner.id}::uuid and s.input_id is null) as done,
      app.is_listed(${businessId}::uuid) or exists (
        select from app.onboarding b where b.business_id = ${businessId}::uuid and b.stopped_at is not null) as is_stopped`.execute(
    tx,
  );
  const done = new Set(rows[0]?.done);
  const inputs = await openInputsOfCoOwner(tx, owner.id);
  const facts = {
    openInputs: inputs.map(({ subStep }) => subStep),
    isStopped: owner.stopped_at !== null || (rows[0]?.is_stopped ?? false),
  };
  return { ownerId: owner.id, current: currentCoOwnerStep(facts, done), done, inputs };
}

export const coOwnerWorkflowFrom = ({ current }: CoOwnerState, platformProgramName: string): CoOwnerWorkflow => ({
  currentStep: onboardingWireStep(current) as CoOwnerWorkflow["currentStep"],
  platformProgramName,
  steps: coOwnerPath.slice(1).map(onboardingWireStep) as CoOwnerWorkflow["steps"],
});

/** What a step shows to the co-owner whose it is. One that is not reached yet is not there. */
export async function loadCoOwnerStep(
  context: Omit<CoOwnerContext, "ownerId">,
  wireName: string,
): Promise<{ existingData: Record<string, unknown>; draft: StepDraft | null }> {
  const { tx, caller } = context;
  const state = await coOwnerState(tx, caller);
  const { ownerId, current, inputs } = state;
  const step = onboardingStepOf(wireName);
  if (step === "WAITING_FOR_OFFERS" && current === step) {
    const businessName = await businessNameOf(tx, caller.businessId);
    return { existingData: { businessName, creditReportPolls } satisfies CoOwnerWaiting, draft: null };
  }
  if (step === "REQUEST_ADDITIONAL_USER_INPUT" && current === step) {
    const subSteps = inputs.map(({ subStep }) => ({ subStep }));
    const existingData = { subSteps, person: await personOf(tx, ownerId) } satisfies CoOwnerRequestedInput;
    return { existingData, draft: null };
  }
  const open = reachedStep(state, step);
  return {
    existingData: await coOwnerHandlers[open].load({ ...context, ownerId }),
    draft: await draftOf(tx, { caller, ownerId, step: open }),
  };
}

export async function saveCoOwnerDraft(tx: Tx, caller: Person, wireName: string, fields: StepDraft): Promise<void> {
  const state = await coOwnerState(tx, caller, true);
  const step = reachedStep(state, onboardingStepOf(wireName));
  await storeDraft(tx, { caller, ownerId: state.ownerId, step }, coOwnerStepContracts[step], fields);
}

const isCompletable = (step: string): step is CompletableCoOwnerStep => step in coOwnerStepContracts;

function reachedStep({ current, done }: CoOwnerState, step: string | null): CompletableCoOwnerStep {
  const path: readonly string[] = coOwnerPath;
  const isOpen = current !== "ONBOARDING_ERROR";
  if (!step || !isCompletable(step) || !isOpen || path.indexOf(step) > path.indexOf(coOwnerProgress(done)))
    throw new Refusal("STEP_NOT_CURRENT");
  return step;
}

/** The report has come, and nothing has to be asked because of it. */
export async function coOwnersReportStatus(tx: Tx, caller: Person): Promise<{ complete: boolean; success: boolean }> {
  const { ownerId, current } = await coOwnerState(tx, caller);
  const complete = await hasCoOwnersReportCome(tx, ownerId);
  return { complete, success: complete && current === "WAITING_FOR_OFFERS" };
}

type Completed = { completedStep: string; subStep?: string | undefined; data: unknown };
type Ready = { key: DataKey; fingerprint: Buffer } | null;

/** What sealing a number needs from outside the transaction. */
export async function prepareCoOwnerStep(
  { vault }: AppContext,
  caller: Person,
  { subStep, data }: Completed,
): Promise<Ready> {
  if (subStep !== "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION") return null;
  const parsed = z.safeParse(coOwnerInputContracts[subStep], data ?? {});
  if (!parsed.success) return null;
  const { platformId, businessId } = caller;
  const fingerprint = await vault.fingerprint(parsed.data.ssn.reveal(), "SSN");
  return { key: await vault.keyFor({ platformId, businessId }), fingerprint };
}

type Context = Omit<CoOwnerCompletionContext, "ownerId"> & { app: AppContext; ready: Ready };

/**
 * Completes a step of a co-owner by the same rules as the primary owner's: one completion of a person at a time, the same answer as before
 * changes nothing, and what is not open is refused.
 */
export async function completeCoOwnerStep(
  context: Context,
  { completedStep, subStep, data }: Completed,
  fingerprint: (data: unknown) => Buffer,
): Promise<void> {
  const state = await coOwnerState(context.tx, context.caller, true);
  const step = onboardingStepOf(completedStep);
  const hash = fingerprint({ subStep: subStep ?? null, data: data ?? {} });
  if (step === "REQUEST_ADDITIONAL_USER_INPUT") await answerInput(context, state, subStep ?? "", data, hash);
  else if (step && isCompletable(step)) await answerStep(context, state, step, data, hash);
  else throw new Refusal("NOT_FOUND", { context: { object: "step" } });
}

async function answerStep<S extends CompletableCoOwnerStep>(
  context: Context,
  state: CoOwnerState,
  step: S,
  data: unknown,
  hash: Buffer,
): Promise<void> {
  const { tx } = context;
  const { ownerId, current, done } = state;
  if (await isSameAnswer(tx, ownerId, step, hash)) return;
  const isEdit = done.has(step);
  const mayEdit = isEdit && !done.has("COLLECT_CONSENT") && current !== "ONBOARDING_ERROR";
  if (step !== current && !mayEdit) throw new Refusal("STEP_NOT_CURRENT");
  const answer = readAnswer(coOwnerStepContracts[step].completion, data) as CoOwnerCompletion<S>;
  await coOwnerHandlers[step].complete({ ...context, ownerId }, answer);
  await saveAnswer(context, { ownerId, step, inputId: null, hash });
  await dropDraft(tx, { caller: context.caller, ownerId, step });
  const progress = coOwnerProgress(new Set([...done, step]));
  await tx.updateTable("business_owner").set({ current_step: progress }).where("id", "=", ownerId).execute();
  await recordEvent(context, ownerId, isEdit ? "co_owner.step_edited" : "co_owner.step_completed", { step });
  // Where nobody looks at their credit, their word is all there is to wait for.
  const { platformId, businessId } = context.caller;
  await completeCoOwner(tx, { platformId, businessId, ownerId });
}

/** Answers the first thing that is asked, and has the bureau asked again. */
async function answerInput(
  context: Context,
  { ownerId, current, inputs }: CoOwnerState,
  name: string,
  data: unknown,
  hash: Buffer,
): Promise<void> {
  const subStep = coOwnerAdditionalInputs.find((known) => known === name);
  if (!subStep) throw new Refusal("NOT_FOUND", { context: { object: "step" } });
  const { tx, caller, app, ready } = context;
  const [head] = inputs;
  if (current !== "REQUEST_ADDITIONAL_USER_INPUT" || head?.subStep !== subStep) {
    if (await isSameAnswer(tx, ownerId, subStep, hash)) return;
    throw new Refusal("STEP_NOT_CURRENT");
  }
  const answer = readAnswer(coOwnerInputContracts[subStep], data) as Identity | Record<string, never>;
  if ("ssn" in answer) {
    if (!ready) throw new Error("nothing was got ready to seal the number with");
    await savePerson({ ...context, ownerId }, answer.personalStepPayload);
    const { key, fingerprint } = ready;
    await app.vault.save(tx, key, { ownerId, field: "SSN", value: answer.ssn, fingerprint });
  }
  await tx
    .updateTable("additional_input")
    .set({ done_at: sql<Date>`app.business_now(${caller.businessId}::uuid)` })
    .where("id", "=", head.id)
    .execute();
  await saveAnswer(context, { ownerId, step: subStep, inputId: head.id, hash });
  await recordEvent(context, ownerId, "co_owner.input_answered", { subStep, additionalInputId: head.id });
  if (inputs.length === 1) await askAboutCoOwner(tx, caller, ownerId, await softPullConsentOf(tx, caller));
}
type Identity = { personalStepPayload: CoOwnerCompletion<"COLLECT_PERSONAL_DETAILS">; ssn: Secret };

/** What the person gave when they consented still stands behind every later look. */
async function softPullConsentOf(tx: Tx, { businessId, userId }: Person): Promise<string | null> {
  const consent = await tx
    .selectFrom("consent")
    .select("id")
    .where("business_id", "=", businessId)
    .where("user_id", "=", userId)
    .where("kind", "=", "SOFT_PULL")
    .orderBy("given_at", "desc")
    .executeTakeFirst();
  return consent?.id ?? null;
}

async function isSameAnswer(tx: Tx, ownerId: string, step: string, hash: Buffer): Promise<boolean> {
  const last = await tx
    .selectFrom("co_owner_step")
    .select("answer_hash")
    .where("owner_id", "=", ownerId)
    .where("step", "=", step)
    .orderBy("completed_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return last?.answer_hash.equals(hash) ?? false;
}

async function saveAnswer(
  { tx, caller }: Context,
  { ownerId, step, inputId, hash }: { ownerId: string; step: string; inputId: string | null; hash: Buffer },
): Promise<void> {
  const answered = { answer_hash: hash, completed_by: caller.userId, completed_at: new Date() };
  await tx
    .insertInto("co_owner_step")
    .values({
      platform_id: caller.platformId,
      business_id: caller.businessId,
      owner_id: ownerId,
      step,
      input_id: inputId,
      ...answered,
    })
    .onConflict((conflict) => conflict.columns(["owner_id", "step", "input_id"]).doUpdateSet(answered))
    .execute();
}

const recordEvent = (
  { tx, caller, requestId }: Context,
  ownerId: string,
  kind: string,
  what: Record<string, unknown>,
) =>
  record(tx, {
    platformId: caller.platformId,
    businessId: caller.businessId,
    kind,
    body: { ownerId, ...what },

    action: "co-owner.complete-step",
    object: { kind: "owner", id: ownerId },

    actor: { kind: "USER", id: caller.userId },
    requestId,
  });

import type { Event } from "@inlay/contracts/events/catalog.ts";
import {
  type CompletableCoOwnerStep,
  type CoOwnerRequestedInput,
  type CoOwnerWaiting,
  coOwnerInputContracts,
  coOwnerStepContracts,
} from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { draftFieldsOf } from "@inlay/contracts/onboarding/step.ts";
import { coOwnerProgress } from "@inlay/lending/onboarding/co-owner-plan.ts";
import { type CoOwnerAdditionalInput, onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { answerInput, completeCoOwner } from "../../additional-inputs/public.ts";
import { record } from "../../db/record.ts";
import { type Completed, createFlow, type Origin, type StepRequest } from "../../flow/public.ts";
import { businessNameOf } from "../details/business-details.ts";
import { firstOpen, inputPosition } from "../subject.ts";
import { creditReportPolls } from "../waiting/waiting.ts";
import { collectPersonalDetails } from "./collect-personal-details.ts";
import { coOwnerHandlers, coOwnerInputHandlers } from "./handlers.ts";
import { requestReportAgain } from "./request-report.ts";
import { type CoOwner, loadCoOwner } from "./subject.ts";

type Context = StepRequest & Pick<CoOwner, "ownerId">;

/** The co-owner's onboarding. Its subject is the co-owner who calls, so every answer is about the caller. */
export const coOwnerSteps = createFlow({
  contracts: coOwnerStepContracts,
  handlers: coOwnerHandlers,
  waits: {
    WAITING_FOR_OFFERS: async ({ tx, caller }): Promise<CoOwnerWaiting> => ({
      businessName: await businessNameOf(tx, caller.businessId),
      creditReportPolls,
    }),
    REQUEST_ADDITIONAL_USER_INPUT: async (context): Promise<CoOwnerRequestedInput> => ({
      subSteps: context.inputs.map(({ subStep }) => ({ subStep })),
      person: await collectPersonalDetails.load(context),
    }),
  },
  stepOf: onboardingStepOf,
  loadSubject: loadCoOwner,
  drafts: {
    ownerIdOf: ({ ownerId }) => ownerId,
    fieldsOf: (step) => draftFieldsOf(coOwnerStepContracts[step]),
  },
  lastAnswer,
  saveCompletion: saveStep,
});

/** The co-owner's additional inputs. */
export const coOwnerInputs = createFlow({
  contracts: coOwnerInputContracts,
  handlers: coOwnerInputHandlers,
  waits: {},
  stepOf: (name) => name,
  loadSubject: loadInputs,
  drafts: null,
  // An open request has no answer yet. Otherwise the last answer is compared, so that a repeated one is recognized.
  lastAnswer: async (context, subStep) => (context.current === subStep ? null : lastAnswer(context, subStep)),
  saveCompletion: saveInput,
});

async function loadInputs(request: StepRequest, lock: boolean) {
  const coOwner = await loadCoOwner(request, lock);
  const isOpen = coOwner.current === "REQUEST_ADDITIONAL_USER_INPUT";
  return { ...coOwner, ...inputPosition(coOwner.inputs, isOpen) };
}

async function lastAnswer({ tx, ownerId }: Context, step: string): Promise<Buffer | null> {
  const last = await tx
    .selectFrom("co_owner_step")
    .select("answer_hash")
    .where("owner_id", "=", ownerId)
    .where("step", "=", step)
    .orderBy("completed_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return last?.answer_hash ?? null;
}

async function saveStep(
  context: StepRequest & CoOwner & Origin,
  { step, hash, before }: Completed<CompletableCoOwnerStep, void>,
): Promise<void> {
  const { tx, caller, ownerId, done } = context;
  await saveAnswer(context, { step, inputId: null, hash });
  const progress = coOwnerProgress(new Set([...done, step]));
  await tx.updateTable("business_owner").set({ current_step: progress }).where("id", "=", ownerId).execute();
  await recordEvent(context, {
    kind: before ? "co_owner.step_edited" : "co_owner.step_completed",
    body: { ownerId, step },
  });
  // Where no credit is checked, the co-owner is complete with their consent.
  const { platformId, businessId } = caller;
  await completeCoOwner(tx, { platformId, businessId, ownerId });
}

/** The report is requested again once the last open input is answered. */
async function saveInput(
  context: Context & Origin & Pick<CoOwner, "inputs">,
  { step: subStep, hash }: Completed<CoOwnerAdditionalInput, void>,
): Promise<void> {
  const { tx, caller, ownerId, inputs } = context;
  const { id: inputId } = firstOpen(inputs);
  const { businessId, userId } = caller;
  await answerInput(tx, { businessId, inputId, userId, hash });
  await saveAnswer(context, { step: subStep, inputId, hash });
  await recordEvent(context, {
    kind: "co_owner.input_answered",
    body: { ownerId, subStep, additionalInputId: inputId },
  });
  if (inputs.length === 1) await requestReportAgain(tx, caller, ownerId);
}

async function saveAnswer(
  { tx, caller, ownerId }: Context,
  { step, inputId, hash }: { step: string; inputId: string | null; hash: Buffer },
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

type StepEvent = Event<"co_owner.step_completed" | "co_owner.step_edited" | "co_owner.input_answered">;
const recordEvent = ({ tx, caller, ownerId, requestId }: Context & Origin, event: StepEvent) =>
  record(tx, {
    platformId: caller.platformId,
    businessId: caller.businessId,
    ...event,
    action: "co-owner.complete-step",
    object: { kind: "owner", id: ownerId },
    actor: { kind: "USER", id: caller.userId },
    requestId,
  });

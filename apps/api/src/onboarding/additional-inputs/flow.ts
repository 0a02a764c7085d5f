import { Refusal } from "@inlay/contracts/errors.ts";
import {
  type AnswerableInput,
  additionalInputContracts,
  isAnswerable,
} from "@inlay/contracts/onboarding/additional-inputs.ts";
import type { RequestedInput } from "@inlay/contracts/onboarding/waiting.ts";
import { answerInput, endRequestIfAnswered, openInputs } from "../../additional-inputs/public.ts";
import { record } from "../../db/record.ts";
import { type Completed, createFlow, type Origin } from "../../flow/public.ts";
import type { OnboardingRequest, StepContext } from "../step-handler.ts";
import { firstOpen, inputPosition, loadOnboarding } from "../subject.ts";
import { inputHandlers } from "./handlers.ts";

type InputRequest = OnboardingRequest & {
  /** The request that the answer names. Without it, the answer is to the first open one. */
  inputId: string | undefined;
};
type InputContext = InputRequest & Awaited<ReturnType<typeof loadInputs>>;

/**
 * The primary owner's additional inputs. Its subject is the first open request: an input that is requested again is answered again, and
 * an answer to anything but the first open request is refused.
 */
export const additionalInputs = createFlow({
  contracts: additionalInputContracts,
  handlers: inputHandlers,
  waits: {},
  stepOf: (name) => name,
  loadSubject: loadInputs,
  drafts: null,
  lastAnswer,
  saveCompletion,
});

async function loadInputs(request: InputRequest, lock: boolean) {
  const onboarding = await loadOnboarding(request, lock);
  const inputs = await openInputs(request.tx, request.caller.businessId);
  const [first] = inputs;
  const isOpen = onboarding.current === "REQUEST_ADDITIONAL_USER_INPUT" && (request.inputId ?? first?.id) === first?.id;
  return {
    ...onboarding,
    ...inputPosition(inputs, isOpen),
    inputs,
    payload: first?.payload ?? {},
  };
}

/** All open requests, and what the screen of the first one shows. */
export async function requestedInput(context: StepContext): Promise<RequestedInput> {
  const subSteps = await openInputs(context.tx, context.caller.businessId);
  const [first] = subSteps;
  if (!first || !isAnswerable(first.subStep)) throw new Refusal("STEP_NOT_CURRENT");
  return { subSteps, screen: await inputHandlers[first.subStep].load({ ...context, payload: first.payload }) };
}

/** An open request has no answer yet. Otherwise the last answered request is compared, so that a repeated answer is recognized. */
async function lastAnswer(
  { tx, caller, current, inputId }: InputContext,
  subStep: AnswerableInput,
): Promise<Buffer | null> {
  if (current === subStep) return null;
  const row = await tx
    .selectFrom("additional_input")
    .select("answer_hash")
    .where("business_id", "=", caller.businessId)
    .where("sub_step", "=", subStep)
    .where("done_at", "is not", null)
    .$if(inputId !== undefined, (rows) => rows.where("id", "=", inputId ?? ""))
    .orderBy("done_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.answer_hash ?? null;
}

async function saveCompletion(
  { tx, caller, inputs, requestId }: InputContext & Origin,
  { step: subStep, hash }: Completed<AnswerableInput, void>,
): Promise<void> {
  const { id } = firstOpen(inputs);
  const { businessId, userId } = caller;
  await answerInput(tx, { businessId, inputId: id, userId, hash });
  await record(tx, {
    platformId: caller.platformId,
    businessId: caller.businessId,
    kind: "additional_input.done",
    body: { additionalInputId: id, subStep },
    action: "onboarding.complete-step",
    object: { kind: "additional input", id },
    actor: { kind: "USER", id: caller.userId },
    requestId,
  });
  await endRequestIfAnswered(tx, caller.businessId);
}

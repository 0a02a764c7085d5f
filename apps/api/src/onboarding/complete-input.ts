import { Refusal } from "@inlay/contracts/errors.ts";
import {
  type AnswerableInput,
  additionalInputContracts,
  type InputAnswer,
  isAnswerable,
} from "@inlay/contracts/onboarding/additional-inputs.ts";
import type { RequestedInput } from "@inlay/contracts/onboarding/waiting.ts";
import { sql } from "kysely";
import { z } from "zod/mini";
import { endRequestIfAnswered, openInputs } from "../additional-inputs/public.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Person } from "../http/public.ts";
import { inputHandlers } from "./additional-inputs/handlers.ts";
import { flowState, holdOnboarding, readAnswer } from "./completing.ts";
import type { InputHandler } from "./input-handler.ts";
import type { CompletionContext, StepContext } from "./step-handler.ts";

/** Everything that is asked, and what the screen of the first one is shown. */
export async function loadRequestedInput(context: StepContext): Promise<RequestedInput> {
  const subSteps = await openInputs(context.tx, context.caller.businessId);
  const [head] = subSteps;
  if (!head || !isAnswerable(head.subStep)) throw new Refusal("STEP_NOT_CURRENT");
  return { subSteps, screen: await inputHandlers[head.subStep].load({ ...context, payload: head.payload }) };
}

export type SentInput = { subStep: string | undefined; inputId: string | undefined; data: unknown };

/**
 * Answers the first thing that is asked. The same answer to the same asking changes nothing, whatever came since; an answer to anything
 * else than the first is not open.
 */
export async function completeInput(
  context: Omit<CompletionContext, "answers">,
  { subStep: name, inputId, data }: SentInput,
  fingerprint: (data: unknown) => Buffer,
): Promise<void> {
  const { tx, caller, requestId } = context;
  const subStep = answerableInput(name);
  await holdOnboarding(context);
  const { progress, answers } = await flowState(context);
  const hash = fingerprint({ subStep, data: data ?? {} });
  const [head] = await openInputs(tx, caller.businessId);
  const isOpen =
    progress.current === "REQUEST_ADDITIONAL_USER_INPUT" &&
    head?.subStep === subStep &&
    (inputId ?? head.id) === head.id;
  if (!isOpen) {
    const [last] = await tx
      .selectFrom("additional_input")
      .select(["id", "answer_hash"])
      .where("business_id", "=", caller.businessId)
      .where("sub_step", "=", subStep)
      .where("done_at", "is not", null)
      .$if(inputId !== undefined, (rows) => rows.where("id", "=", inputId ?? ""))
      .orderBy("done_at", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    if (last?.answer_hash?.equals(hash)) return;
    throw new Refusal("STEP_NOT_CURRENT");
  }

  await answerInput(subStep, { ...context, answers, payload: head.payload }, data);
  await tx
    .updateTable("additional_input")
    .set({
      answer_hash: hash,
      answered_by: caller.userId,
      done_at: sql<Date>`app.business_now(${caller.businessId}::uuid)`,
    })
    .where("id", "=", head.id)
    .execute();
  await record(tx, {
    platformId: caller.platformId,
    businessId: caller.businessId,
    kind: "additional_input.done",

    body: { additionalInputId: head.id, subStep },
    action: "onboarding.complete-step",

    object: { kind: "additional input", id: head.id },
    actor: { kind: "USER", id: caller.userId },
    requestId,
  });
  await endRequestIfAnswered(tx, caller.businessId);
}

/** Gets ready what an answer needs from outside the transaction. What is wrong with it is said later, inside it. */
export async function prepareInput(
  app: AppContext,
  caller: Person,
  { subStep: name, data }: SentInput,
): Promise<unknown> {
  const subStep = answerableInput(name);
  const { prepare } = inputHandlers[subStep] as InputHandler<typeof subStep>;
  const parsed = prepare ? z.safeParse(additionalInputContracts[subStep].completion, data ?? {}) : null;
  return prepare && parsed?.success ? prepare(app, caller, parsed.data as InputAnswer<typeof subStep>) : null;
}

function answerableInput(name: string | undefined): AnswerableInput {
  if (!name || !isAnswerable(name)) throw new Refusal("NOT_FOUND", { context: { object: "step" } });
  return name;
}

async function answerInput<I extends AnswerableInput>(
  subStep: I,
  context: Parameters<InputHandler<I>["complete"]>[0],
  data: unknown,
): Promise<void> {
  const answer = readAnswer(additionalInputContracts[subStep].completion, data);
  await (inputHandlers[subStep] as InputHandler<I>).complete(context, answer as InputAnswer<I>);
}

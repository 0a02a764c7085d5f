import { validationRefusal } from "@inlay/contracts/errors/validation.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { StepContract } from "@inlay/contracts/onboarding/step.ts";
import type { StepDraft } from "@inlay/contracts/onboarding/step-shapes.ts";
import { z } from "zod/mini";
import type { AppContext } from "../context.ts";
import { fingerprintOf, type Person } from "../http/public.ts";
import { draftOf, dropDraft, storeDraft } from "./drafts.ts";
import type { Completing, Origin, StepHandler, StepRequest } from "./step-handler.ts";

/** Where the subject of a flow stands. */
export type Position = {
  /** The steps of the subject, in order. */
  plan: readonly string[];
  /** The open step. Outside the plan, or null: no step of the plan is open. */
  current: string | null;
  /** Whether a completed step may be answered differently. */
  isEditable: boolean;
};

/** A completed step, to be saved by its flow. */
export type Completed<Step, Learned> = {
  step: Step;
  /** The keyed hash of the answer. A plain hash would reveal an answer that can be guessed. */
  hash: Buffer;
  /** The hash of the answer that this one replaces; null for the first answer. */
  before: Buffer | null;
  learned: Learned;
};

/**
 * A flow: its steps, and where its subject (a business, a co-owner, a request for input) stands. `Request` is what a route knows, `Subject`
 * what the flow reads; a step's handler gets both.
 */
export type Flow<
  Contracts extends Record<string, StepContract>,
  Request extends StepRequest,
  Subject extends Position,
  Learned,
  Step extends string = keyof Contracts & string,
> = {
  contracts: Contracts;
  handlers: { [S in keyof Contracts]: StepHandler<Contracts[S], Request & Subject, Learned> };
  /** Steps that no answer completes, and that show data while they are current. */
  waits: Readonly<Record<string, (context: Request & Subject) => Promise<Record<string, unknown>>>>;
  /** The step of a name on the wire; null if no flow has it. */
  stepOf(name: string): string | null;
  /** Reads the subject. With `lock`, no other transaction completes a step of it before this one ends. */
  loadSubject(request: Request, lock: boolean): Promise<Subject>;
  /** Whose drafts are kept, and of which fields. Null: the flow keeps no drafts. */
  drafts: { ownerIdOf(subject: Subject): string | null; fieldsOf(step: Step): string[] } | null;
  /** The hash of the last answer to this step; null if there is none to compare with. */
  lastAnswer(context: Request & Subject, step: Step): Promise<Buffer | null>;
  /** Saves the completion, records its event and starts what follows from it. */
  saveCompletion(context: Request & Subject & Origin, completed: Completed<Step, Learned>): Promise<void>;
};

/** An answer as it was sent: the step's name on the wire, and data that is not parsed yet. */
export type SentAnswer = { step: string; data: unknown };
/** An answer that was parsed, and prepared if it is valid. What is wrong with it is refused when the step is completed. */
export type PreparedAnswer = { parsed: ReturnType<typeof z.safeParse>; ready: unknown };

/** What the routes of a flow call. */
export type StepFlow<Request extends StepRequest, Subject extends Position = Position> = {
  /** The data of a step's screen, and its draft. */
  load(request: Request, name: string): Promise<{ existingData: Record<string, unknown>; draft: StepDraft | null }>;
  /** The data of every step that the subject, as read before, may complete now, in order. */
  loadOpen(request: Request, subject: Subject): Promise<{ step: string; existingData: Record<string, unknown> }[]>;
  saveDraft(request: Request, name: string, fields: StepDraft): Promise<void>;
  /** Whether the step must be prepared outside the transaction before it is completed. */
  needsPreparation(sent: SentAnswer): boolean;
  prepare(app: AppContext, caller: Person, sent: SentAnswer): Promise<PreparedAnswer>;
  /**
   * Completes a step once. The same answer as before changes nothing; the current step, or an earlier one while the flow is editable, is
   * saved; any other is refused.
   */
  complete(request: Request & Origin, sent: SentAnswer, prepared?: PreparedAnswer): Promise<void>;
};

export function createFlow<
  Contracts extends Record<string, StepContract>,
  Request extends StepRequest,
  Subject extends Position,
  Learned,
>(flow: Flow<Contracts, Request, Subject, Learned>): StepFlow<Request, Subject> {
  type Step = keyof Contracts & string;
  type Context = Request & Subject;
  const { contracts, waits, drafts } = flow;

  function findStep(name: string): Step | null {
    const step = flow.stepOf(name);
    return step !== null && Object.hasOwn(contracts, step) ? step : null;
  }
  function stepNamed(name: string): Step {
    const step = findStep(name);
    if (step === null) throw new Refusal("NOT_FOUND", { context: { object: "step" } });
    return step;
  }
  // The compiler cannot relate a handler to its contract while the step is a variable. Only the answer parsed by that contract is passed.
  const handlerOf = (step: Step) => flow.handlers[step] as StepHandler<StepContract, Context, Learned>;
  const loadStep = async (context: Context, step: Step) =>
    (await handlerOf(step).load(context)) as Record<string, unknown>;
  const parse = (step: Step, data: unknown) => z.safeParse((contracts[step] as StepContract).completion, data ?? {});
  const draftKey = ({ caller }: StepRequest, subject: Subject, step: Step) => ({
    caller,
    ownerId: drafts?.ownerIdOf(subject) ?? null,
    step,
  });

  return {
    load: async (request, name) => {
      const wait = flow.stepOf(name) ?? "";
      const loadWait = Object.hasOwn(waits, wait) ? waits[wait] : undefined;
      const step = loadWait ? null : stepNamed(name);
      const subject = await flow.loadSubject(request, false);
      const context = { ...request, ...subject };
      if (loadWait && subject.current === wait) return { existingData: await loadWait(context), draft: null };
      if (step === null || !isReached(subject, step)) throw new Refusal("STEP_NOT_CURRENT");
      return {
        existingData: await loadStep(context, step),
        draft: drafts && (await draftOf(request.tx, draftKey(request, subject, step))),
      };
    },

    loadOpen: async (request, subject) => {
      const context = { ...request, ...subject };
      const loaded: { step: string; existingData: Record<string, unknown> }[] = [];
      for (const step of subject.plan)
        if (Object.hasOwn(contracts, step) && mayComplete(subject, step))
          loaded.push({ step, existingData: await loadStep(context, step) });
      return loaded;
    },

    saveDraft: async (request, name, fields) => {
      const step = stepNamed(name);
      if (!drafts) throw new Refusal("NOT_FOUND", { context: { object: "draft" } });
      const subject = await flow.loadSubject(request, false);
      if (!isReached(subject, step)) throw new Refusal("STEP_NOT_CURRENT");
      await storeDraft(request.tx, draftKey(request, subject, step), drafts.fieldsOf(step), fields);
    },

    needsPreparation: ({ step: name }) => {
      const step = findStep(name);
      return step !== null && handlerOf(step).prepare !== undefined;
    },

    prepare: async (app, caller, { step: name, data }) => {
      const step = stepNamed(name);
      const parsed = parse(step, data);
      return { parsed, ready: parsed.success ? await handlerOf(step).prepare?.(app, caller, parsed.data) : undefined };
    },

    complete: async (request, { step: name, data }, prepared) => {
      const step = stepNamed(name);
      const subject = await flow.loadSubject(request, true);
      const context = { ...request, ...subject };
      const { parsed, ready } = prepared ?? { parsed: parse(step, data), ready: undefined };
      const hash = fingerprintOf(request.app, parsed.success ? parsed.data : null);
      const before = await flow.lastAnswer(context, step);
      if (parsed.success && before?.equals(hash)) return;
      if (!mayComplete(subject, step)) throw new Refusal("STEP_NOT_CURRENT");
      if (!parsed.success) throw validationRefusal(parsed.error.issues, data ?? {}, "BODY");
      const completing: Completing<Context & Origin> = { ...context, ready };
      const learned = await handlerOf(step).complete(completing, parsed.data);
      await flow.saveCompletion(context, { step, hash, before, learned });
      if (drafts) await dropDraft(request.tx, draftKey(request, subject, step));
    },
  };
}

/** A step that the subject has come to: the current one, or one before it. */
function isReached({ plan, current }: Position, step: string): boolean {
  const at = plan.indexOf(step);
  return at >= 0 && current !== null && at <= plan.indexOf(current);
}

const mayComplete = (position: Position, step: string): boolean =>
  step === position.current || (position.isEditable && isReached(position, step));

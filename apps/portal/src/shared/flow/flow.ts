import type { StepDraft } from "@inlay/contracts/onboarding/step-shapes.ts";
import type { Section } from "@inlay/embed/messages.ts";
import type { UseQueryOptions } from "@tanstack/react-query";
import { type Component, type OnDemand, onDemand } from "../page/on-demand.tsx";
import type { PortalSession } from "../session/portal-session.tsx";

export type Draft = StepDraft;

/** The props of a step's screen. A screen knows neither the previous nor the next step. */
export type StepScreen<Data, Answer> = {
  data: Data;
  draft: Draft | null;
  /** Sends the answer and continues. Rejects with the server's refusal. */
  onComplete: (answer: Answer) => Promise<void>;
  /** Null if there is no page to go back to. */
  onBack: (() => void) | null;
  onDraft: (fields: Draft) => void;
  takesFocus: boolean;
};

/** What completes a step. An input that is one of several under the same step has the name of its sub-step. */
export type Completion = { data: Record<string, unknown>; subStep?: string; inputId?: string };

/** A person's position in a flow, as the server states it. Steps have their wire names. */
export type WorkflowState = {
  currentStep: string;
  /** The steps of the flow in order, without its first page. */
  steps: readonly string[];
  doneSteps?: readonly string[];
  /** The data of the steps that may be completed now. */
  existingData?: Readonly<Record<string, unknown>>;
};

/** A step that the host loads and completes. The defaults fit every step, so that a flow can list steps with different data. */
export type FlowStep<Data = never, Answer = object> = {
  Screen: OnDemand<StepScreen<Data, Answer>>;
  /** The answer of a step that has nothing to ask, or null if its screen has to be shown. The host then sends the answer itself. */
  passes?: (data: Data) => Answer | null;
  /** Whether the screen asks for several inputs one after the other. It sends completions, and its inputs have no drafts. */
  hasSubSteps: boolean;
};

/** A page that the host neither loads nor completes. */
export type FlowPage<State> = OnDemand<{ workflow: State; takesFocus: boolean }>;

export type StepListProps<State> = {
  workflow: State;
  /** Whether the session has just started and the person does not come from a step. */
  isArrival: boolean;
  /** Whether a step had nothing to ask, so that it cannot be opened again. */
  isSkipped: (wireStep: string) => boolean;
  takesFocus: boolean;
  onOpen: (wireStep: string) => void;
};

/** A shortcut that is shown under a step. */
export type TestHelperProps = {
  /** The step or sub-step. */
  of: string;
  /** The data of its screen. */
  data: unknown;
  onComplete: (answer: object) => Promise<void>;
};

/** The description of a flow: its steps, its pages and its calls. The step host does everything else. */
export type Flow<State extends WorkflowState> = {
  /** Separates the cached steps of one flow from those of another. */
  name: string;
  /** The section in the messages to the host page. Null sends none. */
  section: Section | null;
  /** The page before the first counted step. */
  firstStep: string;
  /** The last step, at which the person waits. It is not counted and closes the steps before it. */
  waitingStep: string;
  /** The name under which a step of the wire is listed here. */
  nameOf: (wireStep: string) => string | null;
  /** The names of the steps whose answers change the number of steps. */
  decidingSteps: readonly string[];
  steps: Readonly<Record<string, FlowStep>>;
  pages: Readonly<Record<string, FlowPage<State>>>;
  /** Names of steps that are no longer in use. */
  deprecated: readonly string[];
  /** The page with all steps. A person who has completed a step enters there. */
  StepList: Component<StepListProps<State>> | null;
  TestHelper: Component<TestHelperProps> | null;
  workflow: (session: PortalSession) => UseQueryOptions<State, Error, State, string[]> & { queryKey: string[] };
  load: (session: PortalSession, wireStep: string) => Promise<{ existingData: unknown; draft: Draft | null }>;
  saveDraft: (session: PortalSession, wireStep: string, fields: Draft) => Promise<unknown>;
  complete: (session: PortalSession, wireStep: string, completion: Completion) => Promise<State>;
};

/** A step with a screen that is loaded on demand. */
export const step = <Data, Answer>(
  load: () => Promise<Component<StepScreen<Data, Answer>>>,
  passes?: (data: Data) => Answer | null,
): FlowStep<Data, Answer> => ({ Screen: onDemand(load), hasSubSteps: false, ...(passes && { passes }) });

/** A step whose screen asks for several inputs one after the other. */
export const stepWithSubSteps = <Data>(
  load: () => Promise<Component<StepScreen<Data, Completion>>>,
): FlowStep<Data, Completion> => ({ Screen: onDemand(load), hasSubSteps: true });

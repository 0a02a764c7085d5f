import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useLoadFailure } from "../api/use-load-failure.ts";
import { LoadBoundary } from "../page/load-boundary.tsx";
import { Problem } from "../page/problem.tsx";
import { usePortalSession } from "../session/portal-session.tsx";
import type { Completion, Draft, Flow, FlowStep, WorkflowState } from "./flow.ts";
import { LoadingStep } from "./loading-step.tsx";
import { type PageStack, usePageStack } from "./page-stack.ts";
import { hasStepList, openingView, progressAt, type StepPosition, shownStep, stepListView } from "./path.ts";
import { StepCounter } from "./step-counter.tsx";
import { isSkipped, previousStep, stepKey, stepQuery } from "./step-query.ts";
import { UnknownStep } from "./unknown-step.tsx";
import { useCompleteStep } from "./use-complete-step.ts";
import { useDraft } from "./use-draft.ts";
import { useIsLate, usePreloading, useUntilShown } from "./use-loading.ts";
import { useMovedOn } from "./use-moved-on.ts";

type StepHostProps<State extends WorkflowState> = {
  flow: Flow<State>;
  /** Whether the person came here by an action of their own and not by opening the page. */
  moved: boolean;
};

/** Shows the steps of a flow, one at a time. The server says which is next; a person may open earlier ones again. */
export function StepHost<State extends WorkflowState>({ flow, moved }: StepHostProps<State>) {
  const session = usePortalSession();
  const workflow = useQuery(flow.workflow(session));
  useLoadFailure(workflow.error);
  if (workflow.isLoadingError) return <Problem error={workflow.error} again={() => void workflow.refetch()} />;
  if (!workflow.data) return <LoadingStep />;
  return <Views flow={flow} workflow={workflow.data} moved={moved} />;
}

/** What is shown. It changes as a whole: the screen before stays until the next one is loaded. */
type Place<State extends WorkflowState> = {
  workflow: State;
  /** The opened view: a step or the list of steps. */
  view: string;
  takesFocus: boolean;
};

type ViewProps<State extends WorkflowState> = Place<State> & {
  flow: Flow<State>;
  stack: PageStack;
  /** The wire name of the step that is shown. */
  shown: string;
  progress: StepPosition;
  /** Resolves when the view that was opened is shown. */
  untilShown: () => Promise<void>;
};

function Views<State extends WorkflowState>({ flow, workflow, moved }: StepHostProps<State> & { workflow: State }) {
  const { host } = usePortalSession();
  // The view at which the session started; the page stack holds what follows.
  const [first] = useState(() => openingView(flow, workflow));
  const stack = usePageStack(first);
  // A person who came here by a step of their own hears where they are; a person who opens the page is left alone.
  const takesFocus = moved || stack.depth > 0 || stack.isReturn;
  const opened = useMemo(
    (): Place<State> => ({ workflow, view: stack.view, takesFocus }),
    [workflow, stack.view, takesFocus],
  );
  const place = useDeferredValue(opened);
  const shown = shownStep(flow, place.workflow, place.view);
  const coming = shownStep(flow, workflow, stack.view);
  const isLoading = shown !== coming || place.view !== stack.view;
  const isLate = useIsLate(isLoading);
  const untilShown = useUntilShown(place);

  const progress = progressAt(flow, place.workflow, shown);
  const { position, of } = progress;
  const { section } = flow;
  useEffect(() => {
    if (section) host?.emit("step.changed", { section, position, of });
  }, [host, section, position, of]);
  usePreloading(flow, workflow);

  if (isLate) {
    return (
      <div className="grid gap-6">
        <StepCounter progress={progressAt(flow, workflow, coming)} />
        <LoadingStep />
      </div>
    );
  }
  const view: ViewProps<State> = { ...place, flow, stack, shown, progress, untilShown };
  return (
    <div className="grid gap-6" aria-busy={isLoading}>
      {viewAt(view)}
    </div>
  );
}

function viewAt<State extends WorkflowState>(props: ViewProps<State>) {
  const { flow, workflow, view, stack, shown, takesFocus } = props;
  const { StepList } = flow;
  if (StepList && view === stepListView && hasStepList(flow, workflow))
    return (
      <StepList
        workflow={workflow}
        isSkipped={(wireStep) => isSkipped(flow, workflow, wireStep)}
        isArrival={stack.depth === 0}
        takesFocus={takesFocus}
        onOpen={stack.push}
      />
    );
  const name = flow.nameOf(shown) ?? "";
  const step = flow.steps[name];
  if (step)
    return (
      <LoadBoundary key={shown} fallback={(problem) => <StepProblem {...problem} flow={flow} />}>
        <Step {...props} name={name} step={step} />
      </LoadBoundary>
    );
  const Page = flow.pages[name];
  if (Page)
    return (
      <LoadBoundary key={shown}>
        <Page workflow={workflow} takesFocus={takesFocus} />
      </LoadBoundary>
    );
  return (
    <>
      <StepCounter progress={props.progress} />
      <UnknownStep step={shown} isDeprecated={flow.deprecated.includes(name)} onBack={backOf(props)} />
    </>
  );
}

/** Returns to the previous step. Null if there is none. */
function backOf<State extends WorkflowState>({ flow, workflow, shown, stack }: ViewProps<State>): (() => void) | null {
  const previous = previousStep(flow, workflow, shown);
  return previous === null ? null : () => stack.back(previous);
}

type StepProblemProps<State extends WorkflowState> = { error: unknown; again: () => void; flow: Flow<State> };

/** A step that could not be loaded. If the workflow has moved on meanwhile, the current step follows. */
function StepProblem<State extends WorkflowState>({ error, again, flow }: StepProblemProps<State>) {
  const session = usePortalSession();
  const hasMovedOn = useMovedOn(error, flow.workflow(session).queryKey);
  useLoadFailure(hasMovedOn ? null : error);
  return hasMovedOn ? <LoadingStep /> : <Problem error={error} again={again} />;
}

type StepProps<State extends WorkflowState> = ViewProps<State> & { name: string; step: FlowStep };

function Step<State extends WorkflowState>(props: StepProps<State>) {
  const { flow, shown, step } = props;
  const session = usePortalSession();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(stepQuery(flow, session, shown));
  useEffect(() => {
    // Nothing is kept of a step that was left: its data may have changed when the person returns.
    for (const queryKey of [stepKey(flow), passedKey]) queryClient.removeQueries({ queryKey, type: "inactive" });
  }, [flow, queryClient]);
  // Another input under the same step is shown when its screen is loaded.
  const loaded = useDeferredValue(data);
  const answer = useMemo(() => step.passes?.(loaded.existingData as never) ?? null, [step, loaded]);
  return answer ? <PassedStep {...props} answer={answer} /> : <OpenStep {...props} loaded={loaded} />;
}

/** A step that has nothing to ask. It is completed without being shown. */
function PassedStep<State extends WorkflowState>({
  flow,
  shown,
  stack,
  answer,
}: StepProps<State> & { answer: object }) {
  const sendCompletion = useCompleteStep(flow, shown);
  useSuspenseQuery({
    queryKey: [...passedKey, flow.name, shown],
    queryFn: async () => {
      await sendCompletion({ data: { ...answer } }, stack.replace);
      return true;
    },
    gcTime: 0,
  });
  return <LoadingStep />;
}

const passedKey = ["passed"];

type Loaded = { existingData: unknown; draft: Draft | null };

function OpenStep<State extends WorkflowState>(props: StepProps<State> & { loaded: Loaded }) {
  const { flow, stack, shown, progress, takesFocus, name, step, untilShown, loaded } = props;
  const session = usePortalSession();
  const draft = useDraft((fields) => flow.saveDraft(session, shown, fields), !step.hasSubSteps);
  const sendCompletion = useCompleteStep(flow, shown);

  const onComplete = async (answer: object) => {
    draft.stop();
    let isLeft = false;
    const completion = step.hasSubSteps ? (answer as Completion) : { data: { ...answer } };
    await sendCompletion(completion, (next) => {
      isLeft = true;
      stack.push(next);
    });
    if (isLeft) await untilShown();
  };

  const { StepList, TestHelper } = flow;
  const { Screen } = step;
  return (
    <>
      {shown !== flow.waitingStep && (
        <StepCounter
          progress={progress}
          isSaved={draft.isSaved}
          onList={StepList && (() => stack.push(stepListView))}
        />
      )}
      <Screen
        data={loaded.existingData as never}
        draft={loaded.draft}
        onComplete={onComplete}
        onBack={backOf(props)}
        onDraft={draft.typed}
        takesFocus={takesFocus}
      />
      {TestHelper && <TestHelper of={name} data={loaded.existingData} onComplete={onComplete} />}
    </>
  );
}

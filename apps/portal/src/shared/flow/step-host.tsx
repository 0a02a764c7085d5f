import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useMemo, useState } from "react";
import { useLoadFailure } from "../api/use-load-failure.ts";
import { Problem } from "../page/problem.tsx";
import { usePortalSession } from "../session/portal-session.tsx";
import type { Completion, Component, Flow, FlowStep, StepListProps, WorkflowState } from "./flow.ts";
import { LoadingStep } from "./loading-step.tsx";
import { type PageStack, usePageStack } from "./page-stack.ts";
import { hasStepList, openingView, progressAt, shownStep, stepListView } from "./path.ts";
import { StepCounter } from "./step-counter.tsx";
import { stepQuery, usePreviousStep, useSkipped } from "./step-query.ts";
import { UnknownStep } from "./unknown-step.tsx";
import { useCompleteStep } from "./use-complete-step.ts";
import { useDraft } from "./use-draft.ts";
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
  if (workflow.isError) return <Problem error={workflow.error} again={() => void workflow.refetch()} />;
  if (!workflow.data) return <LoadingStep />;
  return <Views flow={flow} workflow={workflow.data} moved={moved} />;
}

type Place<State extends WorkflowState> = {
  flow: Flow<State>;
  workflow: State;
  stack: PageStack;
  /** The wire name of the step that is shown. */
  shown: string;
  progress: { position: number; of: number };
  takesFocus: boolean;
};

function Views<State extends WorkflowState>({ flow, workflow, moved }: StepHostProps<State> & { workflow: State }) {
  const { host } = usePortalSession();
  // The view at which the session started; the page stack holds what follows.
  const [first] = useState(() => openingView(flow, workflow));
  const stack = usePageStack(first);
  const shown = shownStep(flow, workflow, stack.view);
  const { position, of } = progressAt(flow, workflow, shown);
  const { section } = flow;
  useEffect(() => {
    if (section) host?.emit("step.changed", { section, position, of });
  }, [host, section, position, of]);

  const place: Place<State> = {
    flow,
    workflow,
    stack,
    shown,
    progress: { position, of },
    // A person who came here by a step of their own hears where they are; a person who opens the page is left alone.
    takesFocus: moved || stack.depth > 0 || stack.isReturn,
  };
  return (
    <div className="grid gap-6">
      <Suspense fallback={<LoadingStep />}>{viewAt(place)}</Suspense>
    </div>
  );
}

function viewAt<State extends WorkflowState>(place: Place<State>) {
  const { flow, workflow, stack, shown, takesFocus } = place;
  const { StepList } = flow;
  if (StepList && stack.view === stepListView && hasStepList(flow, workflow))
    return <AllSteps {...place} StepList={StepList} />;
  const name = flow.nameOf(shown) ?? "";
  const step = flow.steps[name];
  if (step) return <Step key={shown} {...place} name={name} step={step} />;
  const Page = flow.pages[name];
  return Page ? <Page workflow={workflow} takesFocus={takesFocus} /> : <Unknown {...place} name={name} />;
}

type AllStepsProps<State extends WorkflowState> = Place<State> & { StepList: Component<StepListProps<State>> };

function AllSteps<State extends WorkflowState>({ flow, workflow, stack, takesFocus, StepList }: AllStepsProps<State>) {
  const { steps, currentStep } = workflow;
  const isSkipped = useSkipped(flow, steps.slice(0, steps.indexOf(currentStep)));
  return (
    <StepList
      workflow={workflow}
      isSkipped={isSkipped}
      isArrival={stack.depth === 0}
      takesFocus={takesFocus}
      onOpen={stack.push}
    />
  );
}

function Unknown<State extends WorkflowState>({
  flow,
  workflow,
  stack,
  shown,
  progress,
  name,
}: Place<State> & { name: string }) {
  const onBack = useBack(flow, workflow, shown, stack);
  return (
    <>
      <StepCounter progress={progress} />
      <UnknownStep step={shown} isDeprecated={flow.deprecated.includes(name)} onBack={onBack} />
    </>
  );
}

type StepProps<State extends WorkflowState> = Place<State> & { name: string; step: FlowStep };

function Step<State extends WorkflowState>(props: StepProps<State>) {
  const { flow, workflow, stack, shown, progress, takesFocus, name, step } = props;
  const session = usePortalSession();
  const draft = useDraft((fields) => flow.saveDraft(session, shown, fields), !step.hasSubSteps);
  const loaded = useQuery(stepQuery(flow, session, shown));
  const onBack = useBack(flow, workflow, shown, stack);
  const sendCompletion = useCompleteStep(flow, shown);
  const complete = (answer: object, open: PageStack["push"]) => {
    draft.stop();
    return sendCompletion(step.hasSubSteps ? (answer as Completion) : { data: { ...answer } }, open);
  };

  const data = loaded.data?.existingData;
  const passing = useMemo(() => (data ? (step.passes?.(data as never) ?? null) : null), [step, data]);
  const passed = useQuery({
    queryKey: ["passed", flow.name, shown],
    queryFn: async () => {
      await complete(passing ?? {}, stack.replace);
      return true;
    },
    enabled: passing !== null,
    gcTime: 0,
  });

  const failed = loaded.isError ? loaded : passed.isError ? passed : null;
  const hasMovedOn = useMovedOn(failed?.error, flow.workflow(session).queryKey);
  useLoadFailure(hasMovedOn ? null : loaded.error);
  if (hasMovedOn) return <LoadingStep />;
  if (failed) return <Problem error={failed.error} again={() => void failed.refetch()} />;
  if (!loaded.data || passing !== null) return <LoadingStep />;

  const { StepList, TestHelper } = flow;
  const { Screen } = step;
  const onComplete = (answer: object) => complete(answer, stack.push);
  return (
    <>
      {shown !== flow.waitingStep && (
        <StepCounter
          progress={progress}
          isSaved={draft.isSaved}
          onList={StepList && (() => stack.push(stepListView))}
        />
      )}
      <Suspense fallback={<LoadingStep />}>
        <Screen
          data={data as never}
          draft={loaded.data.draft}
          onComplete={onComplete}
          onBack={onBack}
          onDraft={draft.typed}
          takesFocus={takesFocus}
        />
        {TestHelper && <TestHelper of={name} data={data} onComplete={onComplete} />}
      </Suspense>
    </>
  );
}

/** Returns to the previous step. Null if there is none. */
function useBack<State extends WorkflowState>(flow: Flow<State>, workflow: State, shown: string, stack: PageStack) {
  const previous = usePreviousStep(flow, workflow, shown);
  return previous === null ? null : () => stack.back(previous);
}

import { completeStep, getStep, saveStepDraft } from "@inlay/contracts/calls/onboarding.ts";
import type { BuiltStep, ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import type { Workflow } from "@inlay/contracts/workflow.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useMemo } from "react";
import { ApiError } from "../shared/api/api.ts";
import { businessQuery, workflowQuery } from "../shared/api/queries.ts";
import { useLoadFailure } from "../shared/api/use-load-failure.ts";
import type { PageStack } from "../shared/flow/page-stack.ts";
import { UnknownStep } from "../shared/flow/unknown-step.tsx";
import { Loading } from "../shared/page/loading.tsx";
import { Problem } from "../shared/page/problem.tsx";
import { type PortalSession, usePortalSession } from "../shared/session/portal-session.tsx";
import { hasStepList, stepList } from "./opening-view.ts";
import { mayPass, passingAnswer } from "./passing.ts";
import { progressAt } from "./progress.ts";
import { isBuilt, screens } from "./screens.ts";
import { StepCounter } from "./step-counter.tsx";
import type { StepScreen } from "./step-screen.ts";
import { TestHelper } from "./test-business/test-helper.tsx";
import { useDraft } from "./use-draft.ts";
import { useMovedOn } from "./use-moved-on.ts";

const firstStep = "ONBOARDING.START_FLOW";
const WaitingForOffers = lazy(async () => ({
  default: (await import("./waiting-for-offers/waiting-for-offers.tsx")).WaitingForOffers,
}));
const RequestAdditionalInput = lazy(async () => ({
  default: (await import("./additional-inputs/request-additional-input.tsx")).RequestAdditionalInput,
}));
const StepList = lazy(async () => ({ default: (await import("./step-list/step-list.tsx")).StepList }));
const OnboardingError = lazy(async () => ({ default: (await import("./onboarding-error.tsx")).OnboardingError }));

type OnboardingFlowProps = { workflow: Workflow; stack: PageStack; moved: boolean };

/** The steps of an application, one at a time. The server says which is next; a person may look back at earlier ones. */
export function OnboardingFlow({ workflow, stack, moved }: OnboardingFlowProps) {
  const shown = shownStep(workflow, stack.view.step);
  const step = onboardingStepOf(shown);
  useTellProgress(workflow, shown);
  return <div className="grid gap-6">{screenOf()}</div>;

  function screenOf() {
    if (stack.view.step === stepList.step && hasStepList(workflow))
      return <AllSteps workflow={workflow} stack={stack} moved={moved} />;
    if (step && isBuilt(step))
      return <Step key={shown} name={shown} step={step} workflow={workflow} stack={stack} moved={moved} />;
    const takesFocus = moved || stack.depth > 0;
    switch (step) {
      case "WAITING_FOR_OFFERS":
        return <WaitingForOffers workflow={workflow} takesFocus={takesFocus} />;
      case "REQUEST_ADDITIONAL_USER_INPUT":
        return <RequestAdditionalInput takesFocus={takesFocus} />;
      case "ONBOARDING_ERROR":
        return <OnboardingError takesFocus={takesFocus} />;
      default:
        return <Unbuilt workflow={workflow} stack={stack} name={shown} />;
    }
  }
}

function AllSteps({ workflow, stack, moved }: OnboardingFlowProps) {
  const isSkipped = useSkipped(workflow.steps.slice(0, (workflow.steps as string[]).indexOf(workflow.currentStep)));
  return (
    <StepList
      workflow={workflow}
      isSkipped={isSkipped}
      isArrival={stack.depth === 0}
      takesFocus={moved || stack.depth > 0 || stack.isReturn}
      onOpen={(name) => stack.push({ page: "ONBOARDING_FLOW", step: name })}
    />
  );
}

function Unbuilt({ workflow, stack, name }: { workflow: Workflow; stack: PageStack; name: string }) {
  const backTo = usePreviousStep(workflow, name);
  return (
    <>
      <StepCounter steps={workflow.steps} shown={name} />
      <UnknownStep
        step={name}
        isDeprecated={onboardingStepOf(name) === "COLLECT_PERSONAL_PLAID"}
        onBack={backTo === null ? null : () => stack.back({ page: "ONBOARDING_FLOW", step: backTo })}
      />
    </>
  );
}

type StepProps<S extends BuiltStep> = OnboardingFlowProps & { name: string; step: S };

function Step<S extends BuiltStep>({ name, step, workflow, stack, moved }: StepProps<S>) {
  const session = usePortalSession();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const draft = useDraft((fields) => session.ask(saveStepDraft, { params: { id: name }, body: { fields } }));
  const loaded = useQuery(stepQuery(session, name));
  const backTo = usePreviousStep(workflow, name);

  const complete = useCallback(
    async (answer: object, go: PageStack["push"]) => {
      draft.stop();
      try {
        const query = { productSubsetDuringOnboarding: productSubset() };
        const next = await session.ask(completeStep, { query, body: { completedStep: name, data: { ...answer } } });
        queryClient.setQueryData(workflowQuery(session).queryKey, next);
        // What its screen was shown is not so any more: whoever goes back is shown it anew.
        queryClient.removeQueries({ queryKey: stepQuery(session, name).queryKey });
        void queryClient.invalidateQueries(businessQuery(session));
        go({ page: "ONBOARDING_FLOW", step: next.currentStep });
      } catch (error) {
        // Somebody went on elsewhere, in another tab perhaps: the next look shows where.
        if (error instanceof ApiError && error.code === "STEP_NOT_CURRENT_EXCEPTION") {
          void queryClient.invalidateQueries(workflowQuery(session));
        }
        throw error;
      }
    },
    [session, queryClient, name, draft.stop],
  );

  const data = loaded.data?.existingData as ScreenData<S> | undefined;
  const answer = useMemo(() => (data ? passingAnswer(step, data) : null), [step, data]);
  const passed = useQuery({
    queryKey: ["passed", name],
    queryFn: async () => {
      await complete(answer ?? {}, stack.replace);
      return true;
    },
    enabled: answer !== null,
    gcTime: 0,
  });

  const failed = loaded.isError ? loaded : passed.isError ? passed : null;
  const hasMovedOn = useMovedOn(failed?.error, workflowQuery(session).queryKey);
  useLoadFailure(hasMovedOn ? null : loaded.error);
  const waiting = <Loading what={t`Loading your application…`} />;
  if (hasMovedOn) return waiting;
  if (failed) return <Problem error={failed.error} again={() => void failed.refetch()} />;
  if (!data || !loaded.data || answer !== null) return waiting;

  const Screen = screens[step] as ComponentType<StepScreen<S>>;
  return (
    <>
      <StepCounter steps={workflow.steps} shown={name} isSaved={draft.isSaved} onList={() => stack.push(stepList)} />
      <Suspense fallback={waiting}>
        <Screen
          data={data}
          draft={loaded.data.draft}
          onComplete={(completion) => complete(completion, stack.push)}
          onBack={backTo === null ? null : () => stack.back({ page: "ONBOARDING_FLOW", step: backTo })}
          onDraft={draft.typed}
          // Whoever came here by a step of their own hears where they are; whoever opens the page is left alone.
          takesFocus={moved || stack.depth > 0 || stack.isReturn}
        />
        <TestHelper of={step} data={data} onComplete={(completion) => complete(completion, stack.push)} />
      </Suspense>
    </>
  );
}

/** An earlier step that somebody looks at again, else the one where the business stands. Consent closes what came before it. */
function shownStep({ currentStep, steps }: Workflow, wished: string | null): string {
  if (currentStep === "WAITING_FOR_OFFERS") return currentStep;
  const path: string[] = [firstStep, ...steps];
  const at = wished === null ? -1 : path.indexOf(wished);
  return at >= 0 && at < path.indexOf(currentStep) ? (wished ?? currentStep) : currentStep;
}

const productSubset = () =>
  new URLSearchParams(window.location.search).get("productSubsetDuringOnboarding") ?? undefined;

// Nothing is kept of a step that is left: what was given or typed there may have changed when somebody returns.
const stepQuery = ({ ask }: PortalSession, name: string) =>
  queryOptions({
    queryKey: ["step", name],
    queryFn: () => ask(getStep, { params: { id: name }, query: { productSubsetDuringOnboarding: productSubset() } }),
    gcTime: 0,
  });

/** The same, seen from a later step. Whoever goes back is shown what is there by then: an accountant may have brought something. */
const earlierStepQuery = (session: PortalSession, name: string) =>
  queryOptions({ ...stepQuery(session, name), queryKey: ["step", name, "seen from a later one"] });

/** The step to go back to: the one before by name, without those that had nothing to ask. */
function usePreviousStep({ steps }: Workflow, shown: string): string | null {
  const path: string[] = [firstStep, ...steps];
  const earlier = path.slice(0, Math.max(0, path.indexOf(shown))).reverse();
  const isSkipped = useSkipped(earlier);
  return earlier.find((name) => !isSkipped(name)) ?? null;
}

/** Which of these steps had nothing to ask. */
function useSkipped(names: readonly string[]): (name: string) => boolean {
  const session = usePortalSession();
  const doubtful = names.flatMap((name) => {
    const step = onboardingStepOf(name);
    return step && isBuilt(step) && mayPass(step) ? [{ name, step }] : [];
  });
  const answers = useQueries({ queries: doubtful.map(({ name }) => earlierStepQuery(session, name)) });
  return (name) => {
    const at = doubtful.findIndex((one) => one.name === name);
    const [one, answer] = [doubtful[at], answers[at]];
    // Until it is known whether there is something to see, there is no way back to it.
    return one ? !answer?.data || passingAnswer(one.step, answer.data.existingData as never) !== null : false;
  };
}

function useTellProgress({ steps }: Workflow, shown: string): void {
  const { host } = usePortalSession();
  const { position, of } = progressAt(steps, shown);
  useEffect(() => {
    host?.emit("step.changed", { section: "onboarding", position, of });
  }, [host, position, of]);
}

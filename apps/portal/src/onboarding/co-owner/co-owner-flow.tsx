import { completeCoOwnerStep, getCoOwnerStep, saveCoOwnerStepDraft } from "@inlay/contracts/calls/onboarding.ts";
import type {
  CompletableCoOwnerStep,
  CoOwnerRequestedInput,
  CoOwnerScreenData,
  CoOwnerWaiting,
  CoOwnerWorkflow,
} from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { ApiError } from "../../shared/api/api.ts";
import { businessQuery } from "../../shared/api/queries.ts";
import { useLoadFailure } from "../../shared/api/use-load-failure.ts";
import { type PageStack, usePageStack, type View } from "../../shared/flow/page-stack.ts";
import { UnknownStep } from "../../shared/flow/unknown-step.tsx";
import { Loading } from "../../shared/page/loading.tsx";
import { Problem } from "../../shared/page/problem.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { OnboardingError } from "../onboarding-error.tsx";
import { StepCounter } from "../step-counter.tsx";
import { useDraft } from "../use-draft.ts";
import { useMovedOn } from "../use-moved-on.ts";
import { Begin } from "./begin.tsx";
import { type CompleteCoOwnerStep, coOwnerWorkflowQuery } from "./co-owner-workflow.ts";
import { Waiting } from "./waiting.tsx";

const CollectConsent = lazy(async () => ({
  default: (await import("../steps/collect-consent.tsx")).CollectConsent,
}));
const PersonalDetails = lazy(async () => ({ default: (await import("./personal-details.tsx")).PersonalDetails }));
const RequestedInput = lazy(async () => ({ default: (await import("./requested-input.tsx")).RequestedInput }));

// The browser's Back works as in the primary owner's flow; the pages are told apart by their step alone.
const viewOf = (step: string): View => ({ page: "ONBOARDING_FLOW", step });

/** A co-owner's own, shorter way: who asked, who they are, their consent, and then nothing but waiting. */
export function CoOwnerFlow({ moved }: { moved: boolean }) {
  const session = usePortalSession();
  const { t } = useLingui();
  const workflow = useQuery(coOwnerWorkflowQuery(session));
  useLoadFailure(workflow.error);
  if (workflow.isError) return <Problem error={workflow.error} again={() => void workflow.refetch()} />;
  if (!workflow.data) return <Loading what={t`Loading your application…`} />;
  return <Steps workflow={workflow.data} moved={moved} />;
}

function Steps({ workflow, moved }: { workflow: CoOwnerWorkflow; moved: boolean }) {
  // Where this visit began; what follows is the stack's.
  const [first] = useState(() => viewOf(workflow.currentStep));
  const stack = usePageStack(first);
  const shown = shownStep(workflow, stack.view.step);
  return (
    <div className="grid gap-6">
      <Step key={shown} name={shown} workflow={workflow} stack={stack} moved={moved} />
    </div>
  );
}

type StepProps = { name: string; workflow: CoOwnerWorkflow; stack: PageStack; moved: boolean };

function Step({ name, workflow, stack, moved }: StepProps) {
  const session = usePortalSession();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const step = onboardingStepOf(name);
  const loaded = useQuery({
    queryKey: ["step", "co-owner", name],
    queryFn: () => session.ask(getCoOwnerStep, { params: { id: name } }),
    enabled: step !== "ONBOARDING_ERROR",
    gcTime: 0,
  });
  const draft = useDraft((fields) => session.ask(saveCoOwnerStepDraft, { params: { id: name }, body: { fields } }));
  const complete: CompleteCoOwnerStep = async (data, subStep) => {
    draft.stop();
    try {
      const body = { completedStep: name, data: { ...data }, ...(subStep && { subStep }) };
      const next = await session.ask(completeCoOwnerStep, { body });
      queryClient.setQueryData(coOwnerWorkflowQuery(session).queryKey, next);
      void queryClient.invalidateQueries(businessQuery(session));
      // What is asked one after the other stands under the same name.
      if (next.currentStep === name) await queryClient.invalidateQueries({ queryKey: ["step", "co-owner", name] });
      else stack.push(viewOf(next.currentStep));
    } catch (error) {
      if (error instanceof ApiError && error.code === "STEP_NOT_CURRENT_EXCEPTION")
        void queryClient.invalidateQueries(coOwnerWorkflowQuery(session));
      throw error;
    }
  };
  const hasMovedOn = useMovedOn(loaded.error, coOwnerWorkflowQuery(session).queryKey);
  useLoadFailure(hasMovedOn ? null : loaded.error);
  const takesFocus = moved || stack.depth > 0 || stack.isReturn;
  if (step === "ONBOARDING_ERROR") return <OnboardingError takesFocus={takesFocus} />;
  const waiting = <Loading what={t`Loading your application…`} />;
  if (hasMovedOn) return waiting;
  if (loaded.isError) return <Problem error={loaded.error} again={() => void loaded.refetch()} />;
  if (!loaded.data) return waiting;

  const before = [firstStep, ...(workflow.steps as string[])];
  const backTo = before[before.indexOf(name) - 1];
  const { existingData } = loaded.data;
  const asked = {
    draft: loaded.data.draft,
    onDraft: draft.typed,
    onComplete: complete,
    takesFocus,
    onBack: backTo === undefined ? null : () => stack.back(viewOf(backTo)),
  };
  const data = <S extends CompletableCoOwnerStep>() => existingData as CoOwnerScreenData<S>;
  return (
    <>
      {step !== "WAITING_FOR_OFFERS" && <StepCounter steps={workflow.steps} shown={name} isSaved={draft.isSaved} />}
      <Suspense fallback={waiting}>{screenOf()}</Suspense>
    </>
  );

  function screenOf() {
    switch (step) {
      case "START_FLOW":
        return <Begin data={data<"START_FLOW">()} onContinue={() => complete({})} takesFocus={takesFocus} />;
      case "COLLECT_PERSONAL_DETAILS":
        return <PersonalDetails {...asked} data={data<"COLLECT_PERSONAL_DETAILS">()} />;
      case "COLLECT_CONSENT":
        return <CollectConsent {...asked} data={data<"COLLECT_CONSENT">()} whatNext={<WhatNext />} />;
      case "WAITING_FOR_OFFERS":
        return <Waiting data={existingData as CoOwnerWaiting} takesFocus={takesFocus} />;
      case "REQUEST_ADDITIONAL_USER_INPUT":
        return (
          <RequestedInput data={existingData as CoOwnerRequestedInput} onAnswer={complete} takesFocus={takesFocus} />
        );
      default:
        return <UnknownStep step={name} onBack={null} />;
    }
  }
}

const WhatNext = () => (
  <Trans>
    We confirm your information, which usually takes less than a minute. Then your part is done, and the owner who
    applied hears from us.
  </Trans>
);

const firstStep = "ONBOARDING.START_FLOW";
const consentStep = "ONBOARDING.COLLECT_CONSENT";

/** An earlier step that somebody looks at again, else the one where they stand. Consent closes what came before it. */
function shownStep({ currentStep, steps }: CoOwnerWorkflow, wished: string | null): string {
  const path: string[] = [firstStep, ...steps];
  const at = wished === null ? -1 : path.indexOf(wished);
  const now = path.indexOf(currentStep);
  const mayLookBack = now >= 0 && now <= path.indexOf(consentStep);
  return mayLookBack && at >= 0 && at < now ? (wished ?? currentStep) : currentStep;
}

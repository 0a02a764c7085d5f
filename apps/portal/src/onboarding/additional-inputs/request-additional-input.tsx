import { completeStep, getStep } from "@inlay/contracts/calls/onboarding.ts";
import type { AnswerableInput, InputScreenData } from "@inlay/contracts/onboarding/additional-inputs.ts";
import type { RequestedInput } from "@inlay/contracts/onboarding/waiting.ts";
import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, Suspense, useState } from "react";
import { ApiError } from "../../shared/api/api.ts";
import { businessQuery, workflowQuery } from "../../shared/api/queries.ts";
import { useLoadFailure } from "../../shared/api/use-load-failure.ts";
import { UnknownStep } from "../../shared/flow/unknown-step.tsx";
import { Loading } from "../../shared/page/loading.tsx";
import { Problem } from "../../shared/page/problem.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { TestHelper } from "../test-business/test-helper.tsx";
import type { InputScreen } from "./input-screen.ts";
import { inputScreens } from "./input-screens.ts";

const step = "REQUEST_ADDITIONAL_USER_INPUT";

/** What is still asked after consent, one thing after the other, in the order that the server has. */
export function RequestAdditionalInput({ takesFocus }: { takesFocus: boolean }) {
  const session = usePortalSession();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [hasAnswered, setAnswered] = useState(false);
  const asked = useQuery({
    queryKey: ["step", step],
    queryFn: async () =>
      (await session.ask(getStep, { params: { id: step }, query: {} })).existingData as unknown as RequestedInput,
    gcTime: 0,
  });

  useLoadFailure(asked.error);

  const answer = async (input: { id: string; subStep: string }, data: object) => {
    const { id: inputId, subStep } = input;
    try {
      const body = { completedStep: step, subStep, inputId, data: { ...data } };
      const next = await session.ask(completeStep, { query: {}, body });
      setAnswered(true);
      if (next.currentStep === step) await asked.refetch();
      queryClient.setQueryData(workflowQuery(session).queryKey, next);
      void queryClient.invalidateQueries(businessQuery(session));
    } catch (error) {
      // It was answered elsewhere, or taken back: the next look shows what is left.
      if (error instanceof ApiError && error.code === "STEP_NOT_CURRENT_EXCEPTION") {
        void queryClient.invalidateQueries(workflowQuery(session));
        void asked.refetch();
      }
      throw error;
    }
  };

  if (asked.isError) return <Problem error={asked.error} again={() => void asked.refetch()} />;
  const waiting = <Loading what={t`Loading your application…`} />;
  const [head] = asked.data?.subSteps ?? [];
  if (!asked.data || !head) return waiting;
  if (!isShown(head.subStep)) return <UnknownStep step={head.subStep} onBack={null} />;
  const left = asked.data.subSteps.length;
  const Screen = inputScreens[head.subStep] as ComponentType<InputScreen<AnswerableInput>>;
  return (
    <>
      {left > 1 && (
        <p className="type-small">
          <Plural value={left} one="# thing left to do" other="# things left to do" />
        </p>
      )}
      <Suspense fallback={waiting}>
        <Screen
          key={head.id}
          data={asked.data.screen as InputScreenData<AnswerableInput>}
          onComplete={(data) => answer(head, data)}
          takesFocus={takesFocus || hasAnswered}
        />
        <TestHelper
          key={`helper ${head.id}`}
          of={head.subStep}
          data={asked.data.screen}
          onComplete={(data) => answer(head, data)}
        />
      </Suspense>
    </>
  );
}

const isShown = (subStep: string): subStep is AnswerableInput => subStep in inputScreens;

import { getCreditReportsStatus, getStep } from "@inlay/contracts/calls/onboarding.ts";
import type { WaitingForOffers as WaitingData } from "@inlay/contracts/onboarding/waiting.ts";
import type { Workflow } from "@inlay/contracts/workflow.ts";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Loading } from "../../shared/loading.tsx";
import { usePortalSession } from "../../shared/portal-session.tsx";
import { businessQuery, offersWorkflowQuery, workflowQuery } from "../../shared/queries.ts";
import { Finalizing } from "./finalizing.tsx";
import { InTouchSoon } from "./in-touch-soon.tsx";
import { OnboardingSurvey } from "./onboarding-survey.tsx";
import { pollEveryMs, useReports } from "./use-reports.ts";

/** How often we ask for the reports where the server did not say. */
const pollsUnlessTold = 15;

type WaitingForOffersProps = { workflow: Workflow; takesFocus: boolean };

/** After consent: the reports come in, perhaps a question about why, and then there is nothing left to do but wait. */
export function WaitingForOffers({ workflow, takesFocus }: WaitingForOffersProps) {
  const session = usePortalSession();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  // Settled when the page opens: looking at it is what makes it seen.
  const [asksOpinion, setAsksOpinion] = useState(
    workflow.onboardingSurveyEnabled && !workflow.onboardingSurveyComplete && !workflow.hasSeenWaitingForOffersBefore,
  );
  const [hasMoved, setMoved] = useState(takesFocus);
  const waiting = useQuery({
    queryKey: ["step", "WAITING_FOR_OFFERS"],
    queryFn: async () =>
      (await session.ask(getStep, { params: { id: "WAITING_FOR_OFFERS" }, query: {} })).existingData as WaitingData,
    gcTime: 0,
  });
  const reports = useReports({
    ask: () => session.ask(getCreditReportsStatus, {}),

    polls: waiting.data?.creditReportPolls ?? pollsUnlessTold,
    isReady: waiting.isFetched,
    onQuestion: () => {
      void queryClient.invalidateQueries(workflowQuery(session));
      void queryClient.invalidateQueries(businessQuery(session));
    },
  });
  useTheme();

  if (reports.isUnknown || waiting.isPending) return <Loading what={t`Loading your application…`} />;
  if (reports.isAsking) return <Finalizing takesFocus={hasMoved} />;
  if (asksOpinion) {
    const done = (isAnswered: boolean) => {
      setMoved(true);
      setAsksOpinion(false);
      queryClient.setQueryData(workflowQuery(session).queryKey, (before) =>
        before ? { ...before, onboardingSurveyComplete: isAnswered, hasSeenWaitingForOffersBefore: true } : undefined,
      );
    };
    return <OnboardingSurvey takesFocus={hasMoved} onDone={done} />;
  }
  return <InTouchSoon waiting={waiting.data ?? null} isFinished={reports.isComplete} takesFocus={hasMoved} />;
}

/** Whatever comes of the application shows by itself. */
function useTheme(): void {
  const session = usePortalSession();
  useQuery({ ...workflowQuery(session), refetchInterval: pollEveryMs });
  useQuery({ ...offersWorkflowQuery(session), refetchInterval: pollEveryMs });
}

import { getCreditReportsStatus, getStep } from "@inlay/contracts/calls/onboarding.ts";
import type { WaitingForOffers as WaitingData } from "@inlay/contracts/onboarding/waiting.ts";
import type { Workflow } from "@inlay/contracts/workflow.ts";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Loading } from "../../shared/loading.tsx";
import { businessQuery, offersWorkflowQuery, workflowQuery } from "../../shared/queries.ts";
import { useVisit } from "../../shared/visit.tsx";
import { Finalizing } from "./finalizing.tsx";
import { InTouchSoon } from "./in-touch-soon.tsx";
import { OnboardingSurvey } from "./onboarding-survey.tsx";
import { lookMs, useReports } from "./use-reports.ts";

/** How often we ask for the reports where the server did not say. */
const pollsUnlessTold = 15;

type WaitingForOffersProps = { workflow: Workflow; takesFocus: boolean };

/** After consent: the reports come in, perhaps a question about why, and then there is nothing left to do but wait. */
export function WaitingForOffers({ workflow, takesFocus }: WaitingForOffersProps) {
  const visit = useVisit();
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
      (await visit.ask(getStep, { params: { id: "WAITING_FOR_OFFERS" }, query: {} })).existingData as WaitingData,
    gcTime: 0,
  });
  const reports = useReports({
    ask: () => visit.ask(getCreditReportsStatus, {}),

    polls: waiting.data?.creditReportPolls ?? pollsUnlessTold,
    isReady: waiting.isFetched,
    onQuestion: () => {
      void queryClient.invalidateQueries(workflowQuery(visit));
      void queryClient.invalidateQueries(businessQuery(visit));
    },
  });
  useLook();

  if (reports.isUnknown || waiting.isPending) return <Loading what={t`Loading your application…`} />;
  if (reports.isAsking) return <Finalizing takesFocus={hasMoved} />;
  if (asksOpinion) {
    const done = (isAnswered: boolean) => {
      setMoved(true);
      setAsksOpinion(false);
      queryClient.setQueryData(workflowQuery(visit).queryKey, (before) =>
        before ? { ...before, onboardingSurveyComplete: isAnswered, hasSeenWaitingForOffersBefore: true } : undefined,
      );
    };
    return <OnboardingSurvey takesFocus={hasMoved} onDone={done} />;
  }
  return <InTouchSoon waiting={waiting.data ?? null} isFinished={reports.isComplete} takesFocus={hasMoved} />;
}

/** Whatever comes of the application shows by itself. */
function useLook(): void {
  const visit = useVisit();
  useQuery({ ...workflowQuery(visit), refetchInterval: lookMs });
  useQuery({ ...offersWorkflowQuery(visit), refetchInterval: lookMs });
}

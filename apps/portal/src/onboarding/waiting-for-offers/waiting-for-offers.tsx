import { getCreditReportsStatus, getStep } from "@inlay/contracts/calls/onboarding.ts";
import type { WaitingForOffers as WaitingData } from "@inlay/contracts/onboarding/waiting.ts";
import type { Workflow } from "@inlay/contracts/onboarding/workflow.ts";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { businessQuery, offersWorkflowQuery, workflowQuery } from "../../shared/api/queries.ts";
import { LoadBoundary } from "../../shared/page/load-boundary.tsx";
import { onDemand } from "../../shared/page/on-demand.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { Finalizing } from "./finalizing.tsx";
import { InTouchSoon } from "./in-touch-soon.tsx";
import { OnboardingSurvey } from "./onboarding-survey.tsx";
import { Received } from "./received.tsx";
import { useReports } from "./use-reports.ts";
import { decisionPollAfterMs, pollsFor, showsSurvey } from "./waiting.ts";

const AccountVerification = onDemand(
  async () => (await import("../account-verification/account-verification.tsx")).AccountVerification,
);

type WaitingForOffersProps = { workflow: Workflow; takesFocus: boolean };

/**
 * The page after consent: credit reports arrive, the survey may be shown, and then the person waits for offers. The survey comes after the
 * page that confirms the application. Without a survey, the waiting page confirms it.
 */
export function WaitingForOffers({ workflow, takesFocus }: WaitingForOffersProps) {
  const session = usePortalSession();
  const queryClient = useQueryClient();
  // Fixed when the page opens, because opening it marks it as seen.
  const [asksOpinion, setAsksOpinion] = useState(showsSurvey(workflow));
  const [hasRead, setRead] = useState(false);
  const [hasMoved, setMoved] = useState(takesFocus);
  const [isVerifying, setVerifying] = useState(false);
  const loadStep = async () =>
    (await session.ask(getStep, { params: { id: "WAITING_FOR_OFFERS" }, query: {} })).existingData as WaitingData;
  const { data: waiting } = useSuspenseQuery({
    queryKey: ["step", "WAITING_FOR_OFFERS"],
    // The page is complete without the date of our answer.
    queryFn: () => loadStep().catch(() => null),
    gcTime: 0,
  });
  const reports = useReports({
    ask: () => session.ask(getCreditReportsStatus, {}),
    polls: pollsFor(waiting),
    onQuestion: () => {
      void queryClient.invalidateQueries(workflowQuery(session));
      void queryClient.invalidateQueries(businessQuery(session));
    },
  });

  // What is shown changes when the next page is loaded.
  const page = () => {
    if (reports.isAsking) return "FINALIZING";
    if (asksOpinion) return waiting && !hasRead ? "RECEIVED" : "SURVEY";
    return isVerifying ? "VERIFICATION" : "WAITING";
  };
  const shown = useDeferredValue(page());
  useWorkflowPolling(shown === "FINALIZING" || shown === "WAITING");
  if (shown === "FINALIZING") return <Finalizing takesFocus={hasMoved} />;
  if (shown === "RECEIVED" && waiting) {
    const goOn = () => {
      setMoved(true);
      setRead(true);
    };
    return <Received waiting={waiting} takesFocus={hasMoved} onContinue={goOn} />;
  }
  if (shown === "SURVEY") {
    const done = (isAnswered: boolean) => {
      setMoved(true);
      setAsksOpinion(false);
      queryClient.setQueryData(workflowQuery(session).queryKey, (before) =>
        before ? { ...before, onboardingSurveyComplete: isAnswered, hasSeenWaitingForOffersBefore: true } : undefined,
      );
    };
    return <OnboardingSurvey takesFocus={hasMoved} onDone={done} />;
  }
  if (shown === "VERIFICATION") {
    const back = () => {
      setMoved(true);
      setVerifying(false);
    };
    return (
      <LoadBoundary>
        <AccountVerification takesFocus onLeave={back} />
      </LoadBoundary>
    );
  }
  return (
    <InTouchSoon
      waiting={waiting}
      isFinished={reports.isComplete}
      takesFocus={hasMoved}
      onVerify={() => setVerifying(true)}
    />
  );
}

/**
 * Polls the workflows, so that a decision about the application appears without a reload. A hidden page does not poll; it does at once when
 * it is seen again. A page on which the person types does not poll, because a decision would replace it.
 */
function useWorkflowPolling(isWaiting: boolean): void {
  const session = usePortalSession();
  const [openedAt] = useState(Date.now);
  const polling = {
    refetchInterval: () => isWaiting && decisionPollAfterMs(Date.now() - openedAt),
    refetchOnWindowFocus: isWaiting && ("always" as const),
  };
  useQuery({ ...workflowQuery(session), ...polling });
  useQuery({ ...offersWorkflowQuery(session), ...polling });
}

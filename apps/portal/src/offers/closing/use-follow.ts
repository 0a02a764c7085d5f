import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { servicingWorkflowQuery, workflowQuery } from "../../shared/api/queries.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import type { ClosingStep } from "./closing-step.ts";

const askEveryMs = 30_000;

/**
 * Shows what happens without the person, such as a signature of another owner, a request for more information or the end of the offer, and
 * the next step, without a reload.
 */
export function useFollow({ reload, workflowKey }: Pick<ClosingStep<never>, "reload" | "workflowKey">): void {
  const queryClient = useQueryClient();
  const session = usePortalSession();
  const { queryKey: servicingKey } = servicingWorkflowQuery(session);
  const { queryKey: onboardingKey } = workflowQuery(session);
  const look = useEffectEvent(async () => {
    // Fails once the step is another one.
    await reload().catch(() => undefined);
    // An issued product is shown by servicing, so it has to be known there before the step says so.
    await queryClient.invalidateQueries({ queryKey: servicingKey });
    await queryClient.invalidateQueries({ queryKey: workflowKey });
    await queryClient.invalidateQueries({ queryKey: onboardingKey });
  });
  useEffect(() => {
    const timer = setInterval(() => void look().catch(() => undefined), askEveryMs);
    return () => clearInterval(timer);
  }, []);
}

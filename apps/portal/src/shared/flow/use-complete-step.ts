import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { businessQuery } from "../api/queries.ts";
import { usePortalSession } from "../session/portal-session.tsx";
import type { Completion, Flow, WorkflowState } from "./flow.ts";
import { stepQuery } from "./step-query.ts";
import { isNotCurrent } from "./use-moved-on.ts";

/** Completes a step and opens the next one with `open`. Rejects with the server's refusal. */
export function useCompleteStep<State extends WorkflowState>(flow: Flow<State>, wireStep: string) {
  const session = usePortalSession();
  const queryClient = useQueryClient();
  return useCallback(
    async (completion: Completion, open: (wireStep: string) => void): Promise<void> => {
      const workflow = flow.workflow(session);
      const loaded = stepQuery(flow, session, wireStep);
      try {
        const next = await flow.complete(session, wireStep, completion);
        queryClient.setQueryData<State>(workflow.queryKey, next);
        void queryClient.invalidateQueries(businessQuery(session));
        // Several inputs may be requested one after the other under the same step.
        if (next.currentStep === wireStep) await queryClient.invalidateQueries(loaded);
        else open(next.currentStep);
      } catch (error) {
        // A step that is still shown after the workflow is loaded again asks for something else by now.
        if (isNotCurrent(error))
          void queryClient.invalidateQueries(workflow).then(() => queryClient.invalidateQueries(loaded));
        throw error;
      }
    },
    [flow, wireStep, session, queryClient],
  );
}

import { applyAgain } from "@inlay/contracts/calls/loan-applications.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { businessQuery, offersWorkflowQuery, workflowQuery } from "../shared/api/queries.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";

/** Begins a new application with the answers of the one that ended. */
export function useApplyAgain() {
  const session = usePortalSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => session.ask(applyAgain, {}),
    onSuccess: async (workflow) => {
      queryClient.setQueryData(workflowQuery(session).queryKey, workflow);
      await Promise.all([
        queryClient.invalidateQueries(offersWorkflowQuery(session)),
        queryClient.invalidateQueries(businessQuery(session)),
      ]);
    },
  });
}

import { queryOptions, useQueries } from "@tanstack/react-query";
import { type PortalSession, usePortalSession } from "../session/portal-session.tsx";
import type { Flow, WorkflowState } from "./flow.ts";
import { stepsBefore } from "./path.ts";

/** What a step's screen is shown. Nothing is cached of a step that is left: its data may have changed when a person returns. */
export const stepQuery = <State extends WorkflowState>(flow: Flow<State>, session: PortalSession, wireStep: string) =>
  queryOptions({
    queryKey: ["step", flow.name, wireStep],
    queryFn: () => flow.load(session, wireStep),
    gcTime: 0,
  });

/** Which of these steps had nothing to ask. */
export function useSkipped<State extends WorkflowState>(
  flow: Flow<State>,
  wireSteps: readonly string[],
): (wireStep: string) => boolean {
  const session = usePortalSession();
  const doubtful = wireSteps.flatMap((wireStep) => {
    const passes = flow.steps[flow.nameOf(wireStep) ?? ""]?.passes;
    return passes ? [{ wireStep, passes }] : [];
  });
  const answers = useQueries({
    queries: doubtful.map(({ wireStep }) => {
      const query = stepQuery(flow, session, wireStep);
      // A key of its own: a person who goes back is shown what is there by then.
      return queryOptions({ ...query, queryKey: [...query.queryKey, "seen from a later step"] });
    }),
  });
  return (wireStep) => {
    const at = doubtful.findIndex((one) => one.wireStep === wireStep);
    const [one, answer] = [doubtful[at], answers[at]];
    // Until it is known whether there is something to see, there is no way back to it.
    return one ? !answer?.data || one.passes(answer.data.existingData as never) !== null : false;
  };
}

/** The step to go back to: the one before, without those that had nothing to ask. */
export function usePreviousStep<State extends WorkflowState>(
  flow: Flow<State>,
  workflow: State,
  shown: string,
): string | null {
  const earlier = stepsBefore(flow, workflow, shown);
  const isSkipped = useSkipped(flow, earlier);
  return earlier.findLast((wireStep) => !isSkipped(wireStep)) ?? null;
}

import { queryOptions } from "@tanstack/react-query";
import type { PortalSession } from "../session/portal-session.tsx";
import type { Flow, WorkflowState } from "./flow.ts";
import { stepsBefore } from "./path.ts";

export const stepKey = ({ name }: Pick<Flow<never>, "name">): string[] => ["step", name];

/** What a step's screen is shown. */
export const stepQuery = <State extends WorkflowState>(flow: Flow<State>, session: PortalSession, wireStep: string) =>
  queryOptions({
    queryKey: [...stepKey(flow), wireStep],
    queryFn: () => flow.load(session, wireStep),
    gcTime: 0,
  });

/** Whether a step had nothing to ask, so that there is no way back to it. */
export function isSkipped<State extends WorkflowState>(
  flow: Flow<State>,
  { existingData }: WorkflowState,
  wireStep: string,
): boolean {
  const passes = flow.steps[flow.nameOf(wireStep) ?? ""]?.passes;
  if (!passes) return false;
  const data = existingData?.[wireStep];
  return data === undefined || passes(data as never) !== null;
}

/** The step to go back to: the one before, without those that had nothing to ask. */
export const previousStep = <State extends WorkflowState>(
  flow: Flow<State>,
  workflow: State,
  shown: string,
): string | null =>
  stepsBefore(flow, workflow, shown).findLast((wireStep) => !isSkipped(flow, workflow, wireStep)) ?? null;

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { pollAfterMs } from "./waiting.ts";

type ReportsStatus = { complete: boolean; success: boolean };
type Reports = {
  ask: () => Promise<ReportsStatus>;
  polls: number;
  /** Called when the reports have arrived and lead to a request for more input. */
  onQuestion: () => void;
};

const queryKey = ["credit reports"];
const unknown: ReportsStatus = { complete: false, success: false };

/**
 * Polls for the credit reports every second, `polls` times; then the page no longer waits and the interval is longer. Reports that lead to
 * a request for more input change the step, so it is loaded again.
 */
export function useReports({ ask, polls, onQuestion }: Reports) {
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery({
    queryKey,
    // A failed poll is followed by the next one.
    queryFn: () => ask().catch(() => unknown),
    gcTime: 0,
    // Each poll is a new value, so that the number of polls is seen.
    structuralSharing: false,
    refetchInterval: ({ state }) =>
      pollAfterMs({ isComplete: state.data?.complete ?? false, asked: state.dataUpdateCount, polls }),
  });
  const asked = queryClient.getQueryState(queryKey)?.dataUpdateCount ?? 0;
  const isComplete = data.complete;
  const isQuestion = isComplete && !data.success;
  const question = useEffectEvent(onQuestion);
  useEffect(() => {
    if (isQuestion) question();
  }, [isQuestion]);
  return { isComplete, isAsking: !isComplete && asked < polls };
}

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { pollAfterMs } from "./waiting.ts";

type Reports = {
  ask: () => Promise<{ complete: boolean; success: boolean }>;
  polls: number;
  isReady: boolean;
  /** Called when the reports have arrived and lead to a request for more input. */
  onQuestion: () => void;
};

/**
 * Polls for the credit reports every second, `polls` times; then the page no longer waits and the interval is longer. Reports that lead to
 * a request for more input change the step, so it is loaded again.
 */
export function useReports({ ask, polls, isReady, onQuestion }: Reports) {
  const [asked, setAsked] = useState(0);
  const status = useQuery({
    queryKey: ["credit reports"],
    queryFn: async () => {
      setAsked((count) => count + 1);
      return ask();
    },
    enabled: isReady,
    gcTime: 0,
    refetchInterval: ({ state }) => pollAfterMs({ isComplete: state.data?.complete ?? false, asked, polls }),
  });
  const isComplete = status.data?.complete ?? false;
  const isQuestion = isComplete && !status.data?.success;
  const question = useEffectEvent(onQuestion);
  useEffect(() => {
    if (isQuestion) question();
  }, [isQuestion]);
  return { isComplete, isUnknown: status.isPending, isAsking: !isComplete && asked < polls };
}

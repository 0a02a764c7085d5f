import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

const pollMs = 1_000;
/** How often we look afterwards whether anything has changed. */
export const pollEveryMs = 5_000;

type Reports = {
  ask: () => Promise<{ complete: boolean; success: boolean }>;
  polls: number;
  isReady: boolean;
  /** The reports have come and leave a question. */
  onQuestion: () => void;
};

/**
 * Asks every second whether the reports have come, so many times; then it lets the person go and asks now and then. Reports that leave a
 * question have moved the person on, so the step is read again.
 */
export function useReports({ ask, polls, isReady, onQuestion }: Reports) {
  const [asked, setAsked] = useState(0);
  const hasAskedEnough = asked >= polls;
  const status = useQuery({
    queryKey: ["credit reports"],
    queryFn: async () => {
      setAsked((count) => count + 1);
      return ask();
    },
    enabled: isReady,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.complete ? false : hasAskedEnough ? pollEveryMs : pollMs),
  });
  const isComplete = status.data?.complete ?? false;
  const isQuestion = isComplete && !status.data?.success;
  const question = useEffectEvent(onQuestion);
  useEffect(() => {
    if (isQuestion) question();
  }, [isQuestion]);
  return { isComplete, isUnknown: status.isPending, isAsking: !isComplete && !hasAskedEnough };
}

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../shared/api/api.ts";

/**
 * Whether a step could not be loaded because the workflow has moved on, in another tab or after a credit report. The workflow is then
 * loaded again once, so that the person sees the current step and not an error.
 */
export function useMovedOn(error: unknown, workflowKey: QueryKey): boolean {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const isOver = error instanceof ApiError && error.code === "STEP_NOT_CURRENT_EXCEPTION";
  const [key] = useState(workflowKey);
  useEffect(() => {
    if (isOver && !isAsked) void queryClient.invalidateQueries({ queryKey: key }).then(() => setAsked(true));
  }, [isOver, isAsked, queryClient, key]);
  return isOver && !isAsked;
}

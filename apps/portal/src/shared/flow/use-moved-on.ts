import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../api/api.ts";

/** Whether the server refused because the workflow has moved on: in another tab, or after a credit report. */
export const isNotCurrent = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "STEP_NOT_CURRENT_EXCEPTION";

/**
 * Whether a step could not be loaded because the workflow has moved on. The workflow is then loaded again once, so that the person sees
 * the current step and not an error.
 */
export function useMovedOn(error: unknown, workflowKey: QueryKey): boolean {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const isOver = isNotCurrent(error);
  const [key] = useState(workflowKey);
  useEffect(() => {
    if (isOver && !isAsked) void queryClient.invalidateQueries({ queryKey: key }).then(() => setAsked(true));
  }, [isOver, isAsked, queryClient, key]);
  return isOver && !isAsked;
}

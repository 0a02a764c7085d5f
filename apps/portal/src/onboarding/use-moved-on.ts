import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../shared/api.ts";

/**
 * Whether a step could not be shown because the application has gone on meanwhile: in another tab, or because a report came. Where it
 * stands is then asked for anew, once, rather than telling a person that a page is closed.
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

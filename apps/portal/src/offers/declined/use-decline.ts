import { getDecline } from "@inlay/contracts/calls/declines.ts";
import type { Decline } from "@inlay/contracts/decline.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

export const declineKey = ["decline"];

/** What a declined owner is told beside the reasons. Null if it could not be loaded: the page says the rest without it. */
export function useDecline(): Decline | null {
  const { ask } = usePortalSession();
  const queryFn = () => ask(getDecline, {}).catch(() => null);
  return useSuspenseQuery({ queryKey: declineKey, queryFn, gcTime: 0 }).data;
}

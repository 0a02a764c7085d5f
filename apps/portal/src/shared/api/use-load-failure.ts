import { useEffect } from "react";
import { usePortalSession } from "../session/portal-session.tsx";

/** Reports to the server that a page of onboarding could not be loaded, once per failure. */
export function useLoadFailure(error: unknown): void {
  const { report } = usePortalSession();
  useEffect(() => {
    if (error) report({ eventType: "ONBOARDING_LOAD_FAILED" });
  }, [error, report]);
}

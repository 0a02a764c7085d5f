import { useEffect } from "react";
import { usePortalSession } from "./portal-session.tsx";

/** Tells our server that a page of onboarding could not be shown: each failure once, however often the page is drawn. */
export function useLoadFailure(error: unknown): void {
  const { report } = usePortalSession();
  useEffect(() => {
    if (error) report({ eventType: "ONBOARDING_LOAD_FAILED" });
  }, [error, report]);
}

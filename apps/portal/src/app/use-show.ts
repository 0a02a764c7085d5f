import type { ShowRequest } from "@inlay/embed/messages.ts";
import type { Arrival } from "@inlay/lending/onboarding/entry-point.ts";
import { useEffect, useEffectEvent } from "react";
import { ApiError } from "../shared/api/api.ts";
import type { Host } from "../shared/session/host.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { isSessionOf, type RequestedPage, requestedPage } from "./opened-page.ts";

/**
 * Opens the component that the host page asks for, once it is known where the person is. A component that this person cannot be shown, or
 * a session token that is not valid for it, is reported to the host page.
 */
export function useShow(arrival: Arrival | null, open: (page: RequestedPage, request: ShowRequest) => void): void {
  const { host, ask } = usePortalSession();
  const show = useEffectEvent(async (request: ShowRequest) => {
    const { component, sessionToken } = request;
    const page = arrival && requestedPage(arrival, component);
    if (!host || !page) return refuse(host, component);
    if (sessionToken && isSessionOf(component, component)) {
      // Few pages show sessions, so the first page does not load their contract.
      const { readEmbeddedSession } = await import("@inlay/contracts/calls/embedded-sessions.ts");
      try {
        const session = await ask(readEmbeddedSession, { body: { sessionToken } });
        if (!isSessionOf(component, session.component)) return refuse(host, component);
      } catch (error) {
        return report(host, error);
      }
    }
    open(page, request);
  });
  const isReady = arrival !== null;
  useEffect(() => (isReady ? host?.onShow((request) => void show(request)) : undefined), [host, isReady]);
}

const refuse = (host: Host | null, component: string) =>
  host?.emit("error", {
    type: "component_not_permitted",
    code: "COMPONENT_NOT_PERMITTED",
    message: `${component} cannot be shown here.`,
    requestId: null,
    retriable: false,
  });

function report(host: Host, error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  const { code, requestId, status, message } = error;
  const isInvalid = code === "INVALID_SESSION_TOKEN_EXCEPTION";
  host.emit("error", {
    type: isInvalid ? "session_invalid" : code === "NETWORK" ? "network" : "api",
    code,
    message: isInvalid ? message : "An unexpected error occurred.",
    requestId,
    retriable: code === "NETWORK" || status >= 500,
  });
}

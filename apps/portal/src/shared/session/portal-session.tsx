import type { Answer, Call } from "@inlay/contracts/call.ts";
import { reportInteraction } from "@inlay/contracts/calls/servicing.ts";
import type { Interaction } from "@inlay/contracts/interactions.ts";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Parts } from "../api/api.ts";
import type { Host } from "./host.ts";
import type { Lifetime, SessionState } from "./lifetime.ts";
import { requestAs, type Session } from "./session.ts";

/** The session of one person in the portal: its requests, its host page and how to leave. */
export type PortalSession = {
  ask: <C extends Call>(call: C, parts: Parts<C>) => Promise<Answer<C>>;
  /** Reports an interaction to the server without waiting. A failure is ignored. */
  report: (interaction: Interaction) => void;
  switchTo: (userIndex: number) => void;
  /** Null outside a frame. */
  host: Host | null;
  /** Signs out, or closes the portal in a frame. */
  leave: () => Promise<void>;
  lifetime: Lifetime;
  /** Opens a session again after it has ended. */
  comeBack: () => Promise<void>;
};

type Ways = Pick<PortalSession, "leave" | "comeBack">;

export const openPortalSession = (session: Session, host: Host | null, ways: Ways): PortalSession => ({
  ask: (call, parts) => requestAs(session, call, parts),
  report: (interaction) => {
    requestAs(session, reportInteraction, { body: interaction }).catch(() => undefined);
  },
  switchTo: session.switchTo,
  host,
  lifetime: session.lifetime,
  ...ways,
});

/** Null before sign-in. */
export const PortalSessionContext = createContext<PortalSession | null>(null);

export function PortalSessionProvider({
  portalSession,
  children,
}: {
  portalSession: PortalSession;
  children: ReactNode;
}) {
  return <PortalSessionContext value={portalSession}>{children}</PortalSessionContext>;
}

export function usePortalSession(): PortalSession {
  const portalSession = useContext(PortalSessionContext);
  if (!portalSession) throw new Error("There is no portal session above this component.");
  return portalSession;
}

/** The state of the session: open, about to end or ended. */
export function useSessionState(): SessionState {
  const { lifetime } = usePortalSession();
  return useSyncExternalStore(lifetime.subscribe, lifetime.state);
}

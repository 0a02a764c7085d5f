import type { Answer, Call } from "@inlay/contracts/call.ts";
import { reportInteraction } from "@inlay/contracts/calls/servicing.ts";
import type { Interaction } from "@inlay/contracts/interactions.ts";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Parts } from "./api.ts";
import type { Host } from "./host.ts";
import type { Lifetime, SessionState } from "./lifetime.ts";
import { requestAs, type Session } from "./session.ts";

/** One person's stay in the portal: who asks, who is around us, and how to go. */
export type PortalSession = {
  ask: <C extends Call>(call: C, parts: Parts<C>) => Promise<Answer<C>>;
  /** Tells our server what a person did or met. Nobody waits for it, and its failure is nobody's trouble. */
  report: (interaction: Interaction) => void;
  switchTo: (userIndex: number) => void;
  /** Null on our own page. */
  host: Host | null;
  /** The person is done here. */
  leave: () => Promise<void>;
  lifetime: Lifetime;
  /** The way back in after the session has ended. */
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

/** Null where nobody is known yet. */
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
  if (!portalSession) throw new Error("nobody is visiting here");
  return portalSession;
}

/** How the session stands: open, about to end, or over. */
export function useSessionState(): SessionState {
  const { lifetime } = usePortalSession();
  return useSyncExternalStore(lifetime.subscribe, lifetime.state);
}

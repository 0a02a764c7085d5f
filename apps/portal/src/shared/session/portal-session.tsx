import type { Answer, Call } from "@inlay/contracts/call.ts";
import type { Interaction } from "@inlay/contracts/interactions.ts";
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import type { Parts } from "../api/api.ts";
import type { Host } from "./host.ts";
import type { Lifetime, SessionState } from "./lifetime.ts";
import { requestAs, type Session } from "./session.ts";
import { type ChangeRow, createStepUp, type StepUp, type StepUpRequest } from "./step-up.ts";

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
  /** Asks the person to confirm that it is them, where the server requires it. */
  stepUp: StepUp;
  /** Opens a session again after it has ended. */
  comeBack: () => Promise<void>;
};

type Ways = Pick<PortalSession, "leave" | "comeBack">;

export function openPortalSession(session: Session, host: Host | null, ways: Ways): PortalSession {
  const stepUp = createStepUp();
  return {
    ask: (call, parts) => stepUp.around(call, () => requestAs(session, call, parts)),
    report: (interaction) => {
      import("@inlay/contracts/calls/interactions.ts")
        .then(({ reportInteraction }) => requestAs(session, reportInteraction, { body: interaction }))
        .catch(() => undefined);
    },
    switchTo: session.switchTo,
    host,
    lifetime: session.lifetime,
    stepUp,
    ...ways,
  };
}

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

/** The request that waits for the person to confirm that it is them; null if none does. */
export function useStepUpRequest(): StepUpRequest | null {
  const { stepUp } = usePortalSession();
  return useSyncExternalStore(stepUp.subscribe, stepUp.state);
}

/** Tells the step-up what this screen changes while it is shown. Rows without a value are left out. */
export function useStepUpChange(rows: readonly { label: string; value: string | null }[]): void {
  const { stepUp } = usePortalSession();
  const change = rows.filter((row): row is ChangeRow => row.value !== null);
  // The rows are made anew with every render, so their text decides whether they have changed.
  const text = JSON.stringify(change);
  useEffect(() => stepUp.describe(JSON.parse(text)), [stepUp, text]);
}

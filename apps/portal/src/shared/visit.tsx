import type { Answer, Call } from "@inlay/contracts/call.ts";
import { reportInteraction } from "@inlay/contracts/calls/servicing.ts";
import type { Interaction } from "@inlay/contracts/interactions.ts";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Parts } from "./api.ts";
import type { Host } from "./host.ts";
import type { Lifetime, Standing } from "./lifetime.ts";
import { requestAs, type Session } from "./session.ts";

/** One person's stay in the portal: who asks, who is around us, and how to go. */
export type Visit = {
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

type Ways = Pick<Visit, "leave" | "comeBack">;

export const openVisit = (session: Session, host: Host | null, ways: Ways): Visit => ({
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
export const VisitContext = createContext<Visit | null>(null);

export function VisitProvider({ visit, children }: { visit: Visit; children: ReactNode }) {
  return <VisitContext value={visit}>{children}</VisitContext>;
}

export function useVisit(): Visit {
  const visit = useContext(VisitContext);
  if (!visit) throw new Error("nobody is visiting here");
  return visit;
}

/** How the session stands: open, about to end, or over. */
export function useStanding(): Standing {
  const { lifetime } = useVisit();
  return useSyncExternalStore(lifetime.subscribe, lifetime.standing);
}

import type { Business } from "@inlay/contracts/business.ts";
import { chooseLocale } from "@inlay/contracts/calls/people.ts";
import { useEffect, useState } from "react";
import { activateLanguage, chosenLanguage } from "../shared/language/language.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";

/** Activates the language saved for the person, or saves the one they chose before sign-in. True once the language is set. */
export function useOwnLanguage(business: Business | undefined): boolean {
  const { ask } = usePortalSession();
  const [isSettled, setSettled] = useState(false);
  const isKnown = business !== undefined;
  const kept = business?.locale ?? null;

  useEffect(() => {
    if (!isKnown || isSettled) return;
    const chosen = chosenLanguage();
    if (chosen) ask(chooseLocale, { body: { locale: chosen } }).catch(() => undefined);
    if (chosen || !kept) setSettled(true);
    else void activateLanguage(kept).finally(() => setSettled(true));
  }, [isKnown, isSettled, kept, ask]);
  return isSettled;
}

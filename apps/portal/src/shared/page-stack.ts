import { useCallback, useEffect, useState } from "react";

/** What the portal shows: one of its three flows, and in onboarding which step of it. */
export type View = { page: "ONBOARDING_FLOW" | "OFFER_FLOW" | "SERVICING"; step: string | null };

export type PageStack = {
  view: View;
  /** How many pages lie under this one. */
  depth: number;
  /** Whether the person came here by going back. */
  isReturn: boolean;
  /** Goes on. The browser's Back then leads here again. */
  push: (view: View) => void;
  /** Goes on without leaving a trace, for a page that passes by itself. */
  replace: (view: View) => void;
  /** Goes back to a page: to the one before, if it is that one. */
  back: (view: View) => void;
};

type Kept = { inlay: { stack: View[] } };

const same = (a: View | undefined, b: View) => a?.page === b.page && a.step === b.step;

const keptStack = (): View[] | null => {
  const kept = window.history.state as Partial<Kept> | null;
  return kept?.inlay?.stack ?? null;
};

/**
 * The pages that a person has been through, kept in the browser's history so that its Back works as everywhere. Addresses
 * stay as they are: nothing about a business belongs into one. Where to begin is decided anew with every visit.
 */
export function usePageStack(first: View): PageStack {
  const [{ stack, isReturn }, setHere] = useState({ stack: [first], isReturn: false });

  useEffect(() => {
    const kept: Kept = { inlay: { stack: [first] } };
    window.history.replaceState(kept, "");
    const follow = () => {
      const popped = keptStack();
      if (popped) setHere((here) => ({ stack: popped, isReturn: popped.length < here.stack.length }));
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [first]);

  const go = useCallback((next: View[], how: "pushState" | "replaceState", returning: boolean) => {
    const kept: Kept = { inlay: { stack: next } };
    window.history[how](kept, "");
    setHere({ stack: next, isReturn: returning });
  }, []);

  const push = useCallback((view: View) => go([...stack, view], "pushState", false), [go, stack]);
  const replace = useCallback(
    (view: View) => go([...stack.slice(0, -1), view], "replaceState", isReturn),
    [go, stack, isReturn],
  );
  const back = useCallback(
    (view: View) => {
      if (same(stack.at(-2), view)) window.history.back();
      else go([...stack.slice(0, -1), view], "replaceState", true);
    },
    [go, stack],
  );

  return { view: stack.at(-1) ?? first, depth: stack.length - 1, isReturn, push, replace, back };
}

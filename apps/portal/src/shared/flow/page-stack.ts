import { useCallback, useEffect, useState } from "react";

/** What the portal shows: one of its three flows, and the step in onboarding. */
export type View = { page: "ONBOARDING_FLOW" | "OFFER_FLOW" | "SERVICING"; step: string | null };

export type PageStack = {
  view: View;
  /** The number of pages below this one. */
  depth: number;
  /** Whether the person got here by going back. */
  isReturn: boolean;
  /** Opens a page. The browser's Back returns to this one. */
  push: (view: View) => void;
  /** Opens a page in place of this one, for a page that the portal skips. */
  replace: (view: View) => void;
  /** Returns to a page: through the browser's history if it is the previous one, else by replacing this one. */
  back: (view: View) => void;
};

type Kept = { inlay: { stack: View[] } };

const same = (a: View | undefined, b: View) => a?.page === b.page && a.step === b.step;

const keptStack = (): View[] | null => {
  const kept = window.history.state as Partial<Kept> | null;
  return kept?.inlay?.stack ?? null;
};

/**
 * The pages that a person has opened, stored in the browser's history state so that Back works. URLs do not change: they must not
 * contain anything about a business. Every session starts with a new stack.
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

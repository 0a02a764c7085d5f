import { useCallback, useEffect, useState } from "react";

/** The views that a person has opened. A view is a step, or the list of steps. */
export type PageStack = {
  view: string;
  /** The number of views below this one. */
  depth: number;
  /** Whether the person got here by going back. */
  isReturn: boolean;
  /** Opens a view. The browser's Back returns to this one. */
  push: (view: string) => void;
  /** Opens a view in place of this one, for a step that the portal skips. */
  replace: (view: string) => void;
  /** Returns to a view: through the browser's history if it is the previous one, else by replacing this one. */
  back: (view: string) => void;
};

type Kept = { inlay: { stack: string[] } };

const keptStack = (): string[] | null => {
  const kept = window.history.state as Partial<Kept> | null;
  return kept?.inlay?.stack ?? null;
};

/**
 * The views that a person has opened, stored in the browser's history state so that Back works. URLs do not change: they must not
 * contain anything about a business. Every session starts with a new stack.
 */
export function usePageStack(first: string): PageStack {
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

  const go = useCallback((next: string[], how: "pushState" | "replaceState", returning: boolean) => {
    const kept: Kept = { inlay: { stack: next } };
    window.history[how](kept, "");
    setHere({ stack: next, isReturn: returning });
  }, []);

  const push = useCallback((view: string) => go([...stack, view], "pushState", false), [go, stack]);
  const replace = useCallback(
    (view: string) => go([...stack.slice(0, -1), view], "replaceState", isReturn),
    [go, stack, isReturn],
  );
  const back = useCallback(
    (view: string) => {
      if (stack.at(-2) === view) window.history.back();
      else go([...stack.slice(0, -1), view], "replaceState", true);
    },
    [go, stack],
  );

  return { view: stack.at(-1) ?? first, depth: stack.length - 1, isReturn, push, replace, back };
}

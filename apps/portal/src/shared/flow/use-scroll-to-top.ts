import { useEffect, useRef } from "react";

/** Scrolls to the top of the page when another step or page is shown, but not when the portal is opened. */
export function useScrollToTop(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
  }, [shown]);
}

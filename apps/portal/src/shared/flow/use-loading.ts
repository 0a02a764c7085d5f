import { useCallback, useEffect, useRef, useState } from "react";
import type { Flow, WorkflowState } from "./flow.ts";

const lateMs = 1_000;

/** Whether something has been loading for so long that the person has to be told. */
export function useIsLate(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLoading]);
  return isLoading && isLate;
}

/** A promise that resolves when another place is shown, so that the button that led there is busy until then. */
export function useUntilShown(place: object): () => Promise<void> {
  const waiting = useRef<(() => void)[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is the event.
  useEffect(() => {
    for (const resolve of waiting.current.splice(0)) resolve();
  }, [place]);
  return useCallback(() => new Promise((resolve) => void waiting.current.push(resolve)), []);
}

/** Downloads the screens of the coming steps while the person is busy with this one. */
export function usePreloading<State extends WorkflowState>(flow: Flow<State>, { steps, currentStep }: State): void {
  useEffect(() => {
    const coming = steps.slice(steps.indexOf(currentStep) + 1);
    const preload = async () => {
      for (const wireStep of coming) {
        const name = flow.nameOf(wireStep) ?? "";
        // A failed download is tried again when the screen is shown.
        await (flow.steps[name]?.Screen ?? flow.pages[name])?.preload().catch(() => undefined);
      }
    };
    const timer = setTimeout(() => void preload(), preloadAfterMs);
    return () => clearTimeout(timer);
  }, [flow, steps, currentStep]);
}

/** Long enough for the screen that is shown to have loaded what it needs itself. */
const preloadAfterMs = 500;

import { useCallback, useEffect, useState } from "react";

export type Loaded<T> = { state: "loading" } | { state: "ready"; value: T } | { state: "failed"; error: unknown };

/** What `load` answers, and a way to ask again. `load` must stay the same function for as long as it asks the same. */
export function useLoaded<T>(load: () => Promise<T>): [loaded: Loaded<T>, again: () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading" });
  const [turn, setTurn] = useState({ load });

  useEffect(() => {
    let current = true;
    turn.load().then(
      (value) => current && setLoaded({ state: "ready", value }),
      (error: unknown) => current && setLoaded({ state: "failed", error }),
    );
    return () => {
      current = false;
    };
  }, [turn]);

  const again = useCallback(() => {
    setLoaded({ state: "loading" });
    setTurn({ load });
  }, [load]);
  return [loaded, again];
}

import { useEffect, useState } from "react";
import type { Draft } from "./step-screen.ts";

const pauseMs = 800;

export type DraftKeeper = {
  /** Whether all that was typed is kept. */
  isSaved: boolean;
  typed: (fields: Draft) => void;
  /** The step was sent; what was typed is no draft any more. */
  stop: () => void;
};

/** Keeps what is typed into a step when the typing pauses, and when the step is left in the middle of it. */
export function useDraftKeeper(keep: (fields: Draft) => Promise<unknown>): DraftKeeper {
  const [isSaved, setSaved] = useState(false);
  const [{ typed, stop, leave }] = useState(() => {
    let waiting: { fields: Draft; timer: ReturnType<typeof setTimeout> } | null = null;
    let turn = 0;
    const stop = () => {
      if (waiting) clearTimeout(waiting.timer);
      waiting = null;
    };
    const send = () => {
      const fields = waiting?.fields;
      stop();
      if (!fields) return;
      const mine = ++turn;
      // What could not be kept is still on the screen; it is sent with Continue all the same.
      keep(fields).then(
        () => mine === turn && waiting === null && setSaved(true),
        () => undefined,
      );
    };
    const typed = (fields: Draft) => {
      stop();
      setSaved(false);
      waiting = { fields, timer: setTimeout(send, pauseMs) };
    };
    return { typed, stop, leave: send };
  });
  useEffect(() => leave, [leave]);
  return { isSaved, typed, stop };
}

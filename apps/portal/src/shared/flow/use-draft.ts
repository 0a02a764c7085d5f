import { useEffect, useState } from "react";
import { usePortalSession } from "../session/portal-session.tsx";
import type { Draft } from "./flow.ts";

const pauseMs = 800;

export type DraftHandle = {
  /** Whether all that was typed is kept. */
  isSaved: boolean;
  typed: (fields: Draft) => void;
  /** The step was sent; what was typed is no draft any more. */
  stop: () => void;
};

/**
 * Saves what is typed into a step when the typing pauses, when the step is left in the middle of it, and before a session ends.
 * `isDrafted` is false for a step whose inputs have no drafts: nothing of it is saved at the end of a session.
 */
export function useDraft(save: (fields: Draft) => Promise<unknown>, isDrafted: boolean): DraftHandle {
  const [isSaved, setSaved] = useState(false);
  const { lifetime } = usePortalSession();
  const [{ typed, stop, send }] = useState(() => {
    let waiting: { fields: Draft; timer: ReturnType<typeof setTimeout> } | null = null;
    let turn = 0;
    let kept = Promise.resolve(true);
    const stop = () => {
      if (waiting) clearTimeout(waiting.timer);
      waiting = null;
    };
    /** Answers whether all is kept. */
    const send = (): Promise<boolean> => {
      const fields = waiting?.fields;
      stop();
      if (!fields) return kept;
      const mine = ++turn;
      // What could not be kept is still on the screen; it is sent with Continue all the same.
      kept = save(fields).then(
        () => {
          if (mine === turn && waiting === null) setSaved(true);
          return true;
        },
        () => false,
      );
      return kept;
    };
    const typed = (fields: Draft) => {
      stop();
      setSaved(false);
      waiting = { fields, timer: setTimeout(() => void send(), pauseMs) };
    };
    return { typed, stop, send };
  });
  useEffect(() => {
    if (!isDrafted) return;
    const forget = lifetime.beforeEnd(send);
    return () => {
      forget();
      void send();
    };
  }, [lifetime, send, isDrafted]);
  return { isSaved, typed, stop };
}

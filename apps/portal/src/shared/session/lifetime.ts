import { ApiError } from "../api/api.ts";

/** The remaining time of a session, as the server states it. */
export type TimeLeft = { secondsLeft: number; canExtend: boolean };

export type SessionState =
  | { phase: "OPEN" }
  /** The session ends at `endsAt` of the browser's clock. `canStay` tells whether it can be extended. */
  | { phase: "ENDING"; endsAt: number; canStay: boolean }
  /** The session has ended. `isTypingKept` tells whether the draft of the open page was saved before. */
  | { phase: "ENDED"; isTypingKept: boolean };

type Source = {
  /** Reads the remaining time shortly before the end: another tab may have extended the session. */
  check: (secondsLeft: number) => Promise<TimeLeft>;
  extend: () => Promise<TimeLeft>;
};

export type Lifetime = {
  state: () => SessionState;
  subscribe: (onEvent: () => void) => () => void;
  /** Sets the remaining time that the server has stated. */
  lasts: (left: TimeLeft) => void;
  /** Reads the remaining time if it is not known yet. */
  begin: () => void;
  stay: () => Promise<void>;
  /** Reports a request that was refused with 401. */
  refused: () => void;
  /** Stops watching after the person has signed out. */
  close: () => void;
  /** `keep` saves a draft before the session ends and returns whether it succeeded. Returns the function that unsubscribes. */
  beforeEnd: (keep: () => Promise<boolean>) => () => void;
  /** Saves all drafts now. */
  keep: () => Promise<void>;
};

const warningMs = 120_000;
/** A person may go on typing after the warning, so drafts are saved again this long before the end. */
const finalSaveMs = 3_000;
/** The longest time that an expired countdown is shown. */
const timeoutMs = 5_000;

/**
 * Watches the remaining time of a session. Two minutes before the end it checks the time with the server and warns; at the end it checks
 * again. A hidden page checks nothing until it is visible again.
 */
export function createLifetime({ check, extend }: Source): Lifetime {
  const listeners = new Set<() => void>();
  const savers = new Set<() => Promise<boolean>>();
  let now: SessionState = { phase: "OPEN" };
  let known: { endsAt: number; canStay: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRefreshing = false;
  let isFinalSaveDone = false;
  let isWatching = false;

  function setState(state: SessionState): void {
    now = state;
    for (const onEvent of listeners) onEvent();
  }

  function lasts({ secondsLeft, canExtend }: TimeLeft): void {
    const endsAt = Date.now() + secondsLeft * 1_000;
    known = { endsAt, canStay: canExtend };
    isFinalSaveDone = false;
    watch();
    if (secondsLeft <= 0) return void end();
    if (secondsLeft * 1_000 > warningMs) {
      if (now.phase !== "OPEN") setState({ phase: "OPEN" });
    } else setState({ phase: "ENDING", endsAt, canStay: canExtend });
    plan();
  }

  /** A computer that sleeps stops its timers, so the time is checked whenever the page becomes visible. */
  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) wake();
    });
  }

  function plan(): void {
    clearTimeout(timer);
    if (!known) return;
    const { endsAt } = known;
    const at = now.phase === "OPEN" ? endsAt - warningMs : isFinalSaveDone ? endsAt : endsAt - finalSaveMs;
    timer = setTimeout(wake, Math.max(0, at - Date.now()));
  }

  function wake(): void {
    if (!known || now.phase === "ENDED") return;
    const left = known.endsAt - Date.now();
    if (now.phase === "OPEN" ? left <= warningMs : left <= 0) return void refresh();
    if (now.phase === "ENDING" && left <= finalSaveMs && !isFinalSaveDone) {
      isFinalSaveDone = true;
      void saveAll();
    }
    plan();
  }

  async function refresh(): Promise<void> {
    if (isRefreshing) return;
    isRefreshing = true;
    try {
      void saveAll();
      if (document.hidden) return;
      const secondsLeft = Math.max(0, Math.round(((known?.endsAt ?? 0) - Date.now()) / 1_000));
      const isUrgent = now.phase === "ENDING";
      lasts(await (isUrgent ? within(timeoutMs, check(secondsLeft)) : check(secondsLeft)));
    } catch (error) {
      // Without an answer the last known end stays valid.
      const secondsLeft = isSignedOut(error) ? 0 : Math.round(((known?.endsAt ?? 0) - Date.now()) / 1_000);
      lasts({ secondsLeft, canExtend: known?.canStay ?? false });
    } finally {
      isRefreshing = false;
    }
  }

  async function end(): Promise<void> {
    clearTimeout(timer);
    known = null;
    const isTypingKept = savers.size > 0 && (await within(timeoutMs, saveAll()).catch(() => false));
    if (known === null) setState({ phase: "ENDED", isTypingKept });
  }

  const saveAll = async () => (await Promise.all([...savers].map((keep) => keep()))).every(Boolean);

  return {
    state: () => now,
    subscribe: (onEvent) => {
      listeners.add(onEvent);
      return () => void listeners.delete(onEvent);
    },
    lasts,
    begin: () => {
      if (!known) check(0).then(lasts, () => undefined);
    },
    stay: async () => {
      try {
        lasts(await extend());
      } catch (error) {
        if (isSignedOut(error)) return end();
        throw error;
      }
    },
    refused: () => {
      if (known) void end();
    },
    close: () => {
      clearTimeout(timer);
      known = null;
      setState({ phase: "OPEN" });
    },
    beforeEnd: (keep) => {
      savers.add(keep);
      return () => void savers.delete(keep);
    },
    keep: async () => void (await within(timeoutMs, saveAll()).catch(() => undefined)),
  };
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("The request timed out.")), ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The seconds left at which a screen reader announces the countdown. */
const saidAt = [120, 60, 30, 10];

/** The last announcement that is due with this many seconds left. */
export const lastSaid = (secondsLeft: number): number =>
  saidAt.findLast((said) => said >= secondsLeft) ?? Math.max(0, secondsLeft);

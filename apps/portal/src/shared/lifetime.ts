import { ApiError } from "./api.ts";

/** What the server says about how long a session still lasts. */
export type TimeLeft = { secondsLeft: number; canExtend: boolean };

export type SessionState =
  | { phase: "OPEN" }
  /** Soon over, at this moment of the browser's clock, unless the person stays, where they can. */
  | { phase: "ENDING"; endsAt: number; canStay: boolean }
  /** Over; and whether what was typed on the open page was kept before. */
  | { phase: "ENDED"; isTypingKept: boolean };

type Source = {
  /** What is left, asked shortly before the end: it may have been extended elsewhere, or be renewed by now. */
  look: (secondsLeft: number) => Promise<TimeLeft>;
  /** The person wants to stay. */
  extend: () => Promise<TimeLeft>;
};

export type Lifetime = {
  state: () => SessionState;
  subscribe: (onEvent: () => void) => () => void;
  /** The server said how long the session lasts from now on. */
  lasts: (left: TimeLeft) => void;
  /** Asks how long it lasts, where nobody has said so yet. */
  begin: () => void;
  stay: () => Promise<void>;
  /** A request was refused because nobody is signed in. */
  refused: () => void;
  /** The person left by themselves: nothing ends any more. */
  close: () => void;
  /** `keep` is called before the session ends, and says whether all is kept. Answers with the way to stop that. */
  beforeEnd: (keep: () => Promise<boolean>) => () => void;
  /** Keeps now what is not kept yet. */
  keep: () => Promise<void>;
};

const warningMs = 120_000;
/** Somebody who was warned may go on typing, so what they typed is kept once more. */
const lastCallMs = 3_000;
/** Nobody looks longer than this at a countdown that has run out. */
const timeoutMs = 5_000;

/**
 * Watches over the time that a session has left. Two minutes before the end it makes sure that the end is near, and warns; at the end it
 * makes sure again. A page that nobody looks at is left alone until somebody does.
 */
export function createLifetime({ look, extend }: Source): Lifetime {
  const listeners = new Set<() => void>();
  const keepers = new Set<() => Promise<boolean>>();
  let now: SessionState = { phase: "OPEN" };
  let known: { endsAt: number; canStay: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isLastCallOver = false;
  let isWatching = false;

  function become(state: SessionState): void {
    now = state;
    for (const onEvent of listeners) onEvent();
  }

  function lasts({ secondsLeft, canExtend }: TimeLeft): void {
    const endsAt = Date.now() + secondsLeft * 1_000;
    known = { endsAt, canStay: canExtend };
    isLastCallOver = false;
    watch();
    if (secondsLeft <= 0) return void end();
    if (secondsLeft * 1_000 > warningMs) {
      if (now.phase !== "OPEN") become({ phase: "OPEN" });
    } else become({ phase: "ENDING", endsAt, canStay: canExtend });
    plan();
  }

  /** A machine that sleeps stops its timers, so what time it is is looked at anew whenever the page is seen again. */
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
    const at = now.phase === "OPEN" ? endsAt - warningMs : isLastCallOver ? endsAt : endsAt - lastCallMs;
    timer = setTimeout(wake, Math.max(0, at - Date.now()));
  }

  function wake(): void {
    if (!known || now.phase === "ENDED") return;
    const left = known.endsAt - Date.now();
    if (now.phase === "OPEN" ? left <= warningMs : left <= 0) return void ask();
    if (now.phase === "ENDING" && left <= lastCallMs && !isLastCallOver) {
      isLastCallOver = true;
      void keepAll();
    }
    plan();
  }

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      void keepAll();
      if (document.hidden) return;
      const secondsLeft = Math.max(0, Math.round(((known?.endsAt ?? 0) - Date.now()) / 1_000));
      const hurry = now.phase === "ENDING";
      lasts(await (hurry ? within(timeoutMs, look(secondsLeft)) : look(secondsLeft)));
    } catch (error) {
      // Nobody can say more than what is known already.
      const secondsLeft = isSignedOut(error) ? 0 : Math.round(((known?.endsAt ?? 0) - Date.now()) / 1_000);
      lasts({ secondsLeft, canExtend: known?.canStay ?? false });
    } finally {
      isAsking = false;
    }
  }

  async function end(): Promise<void> {
    clearTimeout(timer);
    known = null;
    const isTypingKept = keepers.size > 0 && (await within(timeoutMs, keepAll()).catch(() => false));
    if (known === null) become({ phase: "ENDED", isTypingKept });
  }

  const keepAll = async () => (await Promise.all([...keepers].map((keep) => keep()))).every(Boolean);

  return {
    state: () => now,
    subscribe: (onEvent) => {
      listeners.add(onEvent);
      return () => void listeners.delete(onEvent);
    },
    lasts,
    begin: () => {
      if (!known) look(0).then(lasts, () => undefined);
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
      become({ phase: "OPEN" });
    },
    beforeEnd: (keep) => {
      keepers.add(keep);
      return () => void keepers.delete(keep);
    },
    keep: async () => void (await within(timeoutMs, keepAll()).catch(() => undefined)),
  };
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("too late")), ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The moments at which somebody who cannot see the countdown hears how much of it is left. */
const saidAt = [120, 60, 30, 10];

/** What to say when so many seconds are left: the last of those moments that has come. */
export const lastSaid = (secondsLeft: number): number =>
  saidAt.findLast((said) => said >= secondsLeft) ?? Math.max(0, secondsLeft);

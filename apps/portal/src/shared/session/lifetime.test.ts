import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/api.ts";
import { createLifetime, lastSaid, type TimeLeft } from "./lifetime.ts";

const signedOut = new ApiError({ code: "NOT_SIGNED_IN", message: "No.", status: 401 });
const offline = new ApiError({ code: "NETWORK", message: "No.", status: 0 });
const hours = (count: number): TimeLeft => ({ secondsLeft: count * 3600, canExtend: true });
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

let page: { hidden: boolean; seen: () => void };
beforeEach(() => {
  vi.useFakeTimers();
  page = { hidden: false, seen: () => undefined };
  vi.stubGlobal("document", {
    get hidden() {
      return page.hidden;
    },
    addEventListener: (_: string, onEvent: () => void) => {
      page.seen = onEvent;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A session with this remaining time, and the server's later answers. */
function session(first: TimeLeft, check: () => Promise<TimeLeft>, extend = check) {
  const source = { check: vi.fn(check), extend: vi.fn(extend) };
  const lifetime = createLifetime(source);
  lifetime.lasts(first);
  return { lifetime, ...source, phase: () => lifetime.state().phase };
}
const left = (secondsLeft: number) => async () => ({ secondsLeft, canExtend: true });
const refusal = (error: Error) => () => Promise.reject(error);

describe("session warning", () => {
  it("is shown two minutes before the end and not earlier", async () => {
    const { phase, check } = session(hours(8), left(119));
    await minutes(8 * 60 - 3);
    expect([phase(), check.mock.calls.length]).toEqual(["OPEN", 0]);
    await minutes(1);
    expect([phase(), check.mock.calls.length]).toEqual(["ENDING", 1]);
  });

  it("is not shown when another tab has extended the session", async () => {
    const { phase } = session(hours(8), left(5 * 3600));
    await minutes(8 * 60);
    expect(phase()).toBe("OPEN");
  });

  it("is shown when the server cannot be reached", async () => {
    const { phase } = session(hours(8), refusal(offline));
    await minutes(8 * 60 - 2);
    expect(phase()).toBe("ENDING");
    await minutes(2.1);
    expect(phase()).toBe("ENDED");
  });

  it("disappears when the person extends the session", async () => {
    const { phase, lifetime } = session(hours(8), left(119), async () => hours(8));
    await minutes(8 * 60 - 1);
    await lifetime.stay();
    expect(phase()).toBe("OPEN");
    await minutes(7 * 60);
    expect(phase()).toBe("OPEN");
  });

  it("stays when extending fails and the session has not ended", async () => {
    const { phase, lifetime } = session(hours(8), left(119), refusal(offline));
    await minutes(8 * 60 - 1.9);
    await expect(lifetime.stay()).rejects.toBe(offline);
    expect(phase()).toBe("ENDING");
  });

  it("is not shown after sign-out", async () => {
    const { phase, lifetime, check } = session(hours(8), left(119));
    lifetime.close();
    await minutes(8 * 60);
    expect([phase(), check.mock.calls.length]).toEqual(["OPEN", 0]);
  });
});

describe("session end", () => {
  it("is decided by the server and not by a timer", async () => {
    let answer: () => Promise<TimeLeft> = left(119);
    const { phase } = session(hours(8), () => answer());
    await minutes(8 * 60 - 2);
    answer = async () => hours(8);
    await minutes(2.1);
    expect(phase()).toBe("OPEN");
  });

  it("follows from a 401 when extending or on any other request", async () => {
    const first = session(hours(8), left(119), refusal(signedOut));
    await minutes(8 * 60 - 1.9);
    await first.lifetime.stay();
    expect(first.phase()).toBe("ENDED");
    const second = session(hours(8), left(119));
    second.lifetime.refused();
    await minutes(0);
    expect(second.phase()).toBe("ENDED");
  });

  it("is not reported to a person who never was signed in", async () => {
    const lifetime = createLifetime({ check: refusal(signedOut), extend: refusal(signedOut) });
    lifetime.begin();
    lifetime.refused();
    await minutes(1);
    expect(lifetime.state()).toEqual({ phase: "OPEN" });
  });

  it("is undone when the session is renewed", async () => {
    const { phase, lifetime } = session(hours(8), refusal(signedOut));
    await minutes(8 * 60);
    expect(phase()).toBe("ENDED");
    lifetime.lasts(hours(1));
    expect(phase()).toBe("OPEN");
  });
});

describe("draft at the end of a session", () => {
  it("is saved with the warning and again right before the end", async () => {
    const { lifetime } = session(hours(8), left(119));
    const keep = vi.fn(async () => true);
    lifetime.beforeEnd(keep);
    await minutes(8 * 60 - 2);
    expect(keep).toHaveBeenCalledTimes(1);
    await minutes(1.96);
    expect(keep).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["saved", async () => true, true],
    ["not saved", async () => false, false],
    ["not saved in time", () => new Promise<boolean>(() => undefined), false],
  ])("is reported as saved only if it was: %s", async (_, keep, isTypingKept) => {
    const { lifetime } = session(hours(8), left(119));
    lifetime.beforeEnd(keep);
    lifetime.refused();
    await minutes(0.2);
    expect(lifetime.state()).toEqual({ phase: "ENDED", isTypingKept });
  });

  it("is not reported as saved when there is none", async () => {
    const { lifetime } = session(hours(8), left(119));
    lifetime.beforeEnd(async () => true)();
    lifetime.refused();
    await minutes(0);
    expect(lifetime.state()).toEqual({ phase: "ENDED", isTypingKept: false });
  });
});

describe("hidden page", () => {
  it("checks the session only when it is visible again, even after the computer slept", async () => {
    const { phase, check } = session(hours(8), refusal(signedOut));
    page.hidden = true;
    await minutes(9 * 60);
    expect([phase(), check.mock.calls.length]).toEqual(["OPEN", 0]);
    page.hidden = false;
    page.seen();
    await minutes(0);
    expect(phase()).toBe("ENDED");
  });
});

it("session countdown is announced at 120, 60, 30 and 10 seconds", () => {
  const said = Array.from({ length: 120 }, (_, n) => lastSaid(120 - n));
  expect([...new Set(said)]).toEqual([120, 60, 30, 10]);
  expect([119, 61, 60, 31, 30, 11, 10, 1].map(lastSaid)).toEqual([120, 120, 60, 60, 30, 30, 10, 10]);
});

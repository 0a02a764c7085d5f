import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api.ts";
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

/** A session that the server says to last so long, and what the server answers later. */
function session(first: TimeLeft, look: () => Promise<TimeLeft>, extend = look) {
  const source = { look: vi.fn(look), extend: vi.fn(extend) };
  const lifetime = createLifetime(source);
  lifetime.lasts(first);
  return { lifetime, ...source, phase: () => lifetime.state().phase };
}
const left = (secondsLeft: number) => async () => ({ secondsLeft, canExtend: true });
const refusal = (error: Error) => () => Promise.reject(error);

describe("a session's last two minutes", () => {
  it("are announced when they begin, and not before", async () => {
    const { phase, look } = session(hours(8), left(119));
    await minutes(8 * 60 - 3);
    expect([phase(), look.mock.calls.length]).toEqual(["OPEN", 0]);
    await minutes(1);
    expect([phase(), look.mock.calls.length]).toEqual(["ENDING", 1]);
  });

  it("do not come when it was extended in another tab meanwhile", async () => {
    const { phase } = session(hours(8), left(5 * 3600));
    await minutes(8 * 60);
    expect(phase()).toBe("OPEN");
  });

  it("come all the same when nobody can be asked", async () => {
    const { phase } = session(hours(8), refusal(offline));
    await minutes(8 * 60 - 2);
    expect(phase()).toBe("ENDING");
    await minutes(2.1);
    expect(phase()).toBe("ENDED");
  });

  it("are over when the person stays", async () => {
    const { phase, lifetime } = session(hours(8), left(119), async () => hours(8));
    await minutes(8 * 60 - 1);
    await lifetime.stay();
    expect(phase()).toBe("OPEN");
    await minutes(7 * 60);
    expect(phase()).toBe("OPEN");
  });

  it("go on when staying failed for another reason than that it is over", async () => {
    const { phase, lifetime } = session(hours(8), left(119), refusal(offline));
    await minutes(8 * 60 - 1.9);
    await expect(lifetime.stay()).rejects.toBe(offline);
    expect(phase()).toBe("ENDING");
  });

  it("do not come to somebody who left", async () => {
    const { phase, lifetime, look } = session(hours(8), left(119));
    lifetime.close();
    await minutes(8 * 60);
    expect([phase(), look.mock.calls.length]).toEqual(["OPEN", 0]);
  });
});

describe("the end", () => {
  it("is what the server says, not what a timer does", async () => {
    let answer: () => Promise<TimeLeft> = left(119);
    const { phase } = session(hours(8), () => answer());
    await minutes(8 * 60 - 2);
    answer = async () => hours(8);
    await minutes(2.1);
    expect(phase()).toBe("OPEN");
  });

  it("comes when staying is refused, or any request is, because nobody is signed in", async () => {
    const first = session(hours(8), left(119), refusal(signedOut));
    await minutes(8 * 60 - 1.9);
    await first.lifetime.stay();
    expect(first.phase()).toBe("ENDED");
    const second = session(hours(8), left(119));
    second.lifetime.refused();
    await minutes(0);
    expect(second.phase()).toBe("ENDED");
  });

  it("does not come to somebody who never was signed in", async () => {
    const lifetime = createLifetime({ look: refusal(signedOut), extend: refusal(signedOut) });
    lifetime.begin();
    lifetime.refused();
    await minutes(1);
    expect(lifetime.state()).toEqual({ phase: "OPEN" });
  });

  it("is taken back when the session is renewed after all", async () => {
    const { phase, lifetime } = session(hours(8), refusal(signedOut));
    await minutes(8 * 60);
    expect(phase()).toBe("ENDED");
    lifetime.lasts(hours(1));
    expect(phase()).toBe("OPEN");
  });
});

describe("what is typed", () => {
  it("is kept when the warning comes, and once more right before the end", async () => {
    const { lifetime } = session(hours(8), left(119));
    const keep = vi.fn(async () => true);
    lifetime.beforeEnd(keep);
    await minutes(8 * 60 - 2);
    expect(keep).toHaveBeenCalledTimes(1);
    await minutes(1.96);
    expect(keep).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["kept", async () => true, true],
    ["not kept", async () => false, false],
    ["not kept in time", () => new Promise<boolean>(() => undefined), false],
  ])("is said to be kept only if it was: %s", async (_, keep, isTypingKept) => {
    const { lifetime } = session(hours(8), left(119));
    lifetime.beforeEnd(keep);
    lifetime.refused();
    await minutes(0.2);
    expect(lifetime.state()).toEqual({ phase: "ENDED", isTypingKept });
  });

  it("is not spoken of where nothing is typed", async () => {
    const { lifetime } = session(hours(8), left(119));
    lifetime.beforeEnd(async () => true)();
    lifetime.refused();
    await minutes(0);
    expect(lifetime.state()).toEqual({ phase: "ENDED", isTypingKept: false });
  });
});

describe("a page that nobody looks at", () => {
  it("is left alone, and asks when somebody looks again, even after the machine slept", async () => {
    const { phase, look } = session(hours(8), refusal(signedOut));
    page.hidden = true;
    await minutes(9 * 60);
    expect([phase(), look.mock.calls.length]).toEqual(["OPEN", 0]);
    page.hidden = false;
    page.seen();
    await minutes(0);
    expect(phase()).toBe("ENDED");
  });
});

it("a countdown is said at two minutes, one, half a minute and ten seconds", () => {
  const said = Array.from({ length: 120 }, (_, n) => lastSaid(120 - n));
  expect([...new Set(said)]).toEqual([120, 60, 30, 10]);
  expect([119, 61, 60, 31, 30, 11, 10, 1].map(lastSaid)).toEqual([120, 120, 60, 60, 30, 30, 10, 10]);
});

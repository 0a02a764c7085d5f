import { getBusiness } from "@inlay/contracts/calls/people.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Host } from "./host.ts";
import { directSession, embeddedSession, endDirectSession, requestAs } from "./session.ts";

type Reply = { status: number; body: object };
const refused = (status: number, code: string): Reply => ({
  status,
  body: { code, message: "No.", requestId: "req_1" },
});

/** A stub server that answers by path and records the requests. */
function serve(answer: (path: string, headers: Record<string, string>) => Reply) {
  const asked: { path: string; headers: Record<string, string> }[] = [];
  vi.stubGlobal("fetch", async (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ path, headers });
    const { status, body } = answer(path, headers);
    return new Response(JSON.stringify(body), { status });
  });
  return asked;
}

function host() {
  let handedOut = 0;
  const fetchClientSecret = vi.fn(async () => `connect-${++handedOut}`);
  return { fetchClientSecret, emit: () => undefined, onShow: () => () => undefined } satisfies Host;
}

/** Each exchange opens session-1, session-2 and so on; `valid` decides which of them the server accepts. */
function serveSessions(valid: (session: string) => boolean) {
  let opened = 0;
  return serve((path, { authorization = "" }) => {
    if (path.endsWith("/exchange"))
      return { status: 200, body: { sessionToken: `session-${++opened}`, userIndex: 3, secondsLeft: 900 } };
    return valid(authorization)
      ? { status: 200, body: { businessName: "Harbor Bakery" } }
      : refused(401, "NOT_SIGNED_IN");
  });
}

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false, addEventListener: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

describe("embedded session", () => {
  it("is opened once for parallel requests, as the user whom the platform named", async () => {
    const asked = serveSessions(() => true);
    const page = host();
    const session = embeddedSession(page);
    await Promise.all([1, 2, 3].map(() => requestAs(session, getBusiness, {})));
    expect(page.fetchClientSecret).toHaveBeenCalledTimes(1);
    expect(asked.at(-1)?.headers).toMatchObject({ authorization: "Bearer session-1", "user-index": "3" });
  });

  it("is opened by an exchange that times out after 30 seconds", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    const signals: (AbortSignal | undefined)[] = [];
    vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
      signals.push(signal ?? undefined);
      throw new TypeError("offline");
    });
    await expect(requestAs(embeddedSession(host()), getBusiness, {})).rejects.toMatchObject({ code: "NETWORK" });
    expect(timeout.mock.calls).toEqual([[30_000]]);
    expect(signals).toEqual(timeout.mock.results.map(({ value }) => value));
    timeout.mockRestore();
  });

  it("is renewed once when several requests are refused", async () => {
    serveSessions((authorization) => authorization === "Bearer session-2");
    const page = host();
    const session = embeddedSession(page);
    const answers = await Promise.all([1, 2, 3].map(() => requestAs(session, getBusiness, {})));
    expect(answers).toHaveLength(3);
    expect(page.fetchClientSecret).toHaveBeenCalledTimes(2);
  });

  it("fails when a renewed one is refused too, and works again later", async () => {
    let open = false;
    serveSessions(() => open);
    const session = embeddedSession(host());
    await expect(requestAs(session, getBusiness, {})).rejects.toMatchObject({ status: 401, code: "NOT_SIGNED_IN" });
    open = true;
    await expect(requestAs(session, getBusiness, {})).resolves.toMatchObject({ businessName: "Harbor Bakery" });
  });

  it("replaces an invalid connect token once", async () => {
    serve(() => refused(401, "CONNECT_TOKEN_INVALID"));
    const page = host();
    await expect(requestAs(embeddedSession(page), getBusiness, {})).rejects.toMatchObject({
      code: "CONNECT_TOKEN_INVALID",
      requestId: "req_1",
    });
    expect(page.fetchClientSecret).toHaveBeenCalledTimes(2);
  });

  describe("that is about to end", () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const toTheWarning = () => vi.advanceTimersByTimeAsync(13 * 60_000);

    it("notifies the host page and is renewed without asking the person", async () => {
      const asked = serveSessions(() => true);
      const page = { ...host(), emit: vi.fn() };
      const session = embeddedSession(page);
      await requestAs(session, getBusiness, {});
      await toTheWarning();
      expect(page.emit).toHaveBeenCalledWith("session.expiring", { secondsLeft: 120 });
      expect(session.lifetime.state()).toEqual({ phase: "OPEN" });
      await requestAs(session, getBusiness, {});
      expect(asked.at(-1)?.headers["authorization"]).toBe("Bearer session-2");
    });

    it("warns when the host page cannot renew it, and is used until the end", async () => {
      const asked = serveSessions(() => true);
      const page = host();
      const session = embeddedSession(page);
      await requestAs(session, getBusiness, {});
      page.fetchClientSecret.mockRejectedValue(new Error("signed out of the host page"));
      await toTheWarning();
      expect(session.lifetime.state()).toMatchObject({ phase: "ENDING", canStay: true });
      await requestAs(session, getBusiness, {});
      expect(asked.at(-1)?.headers["authorization"]).toBe("Bearer session-1");
      page.fetchClientSecret.mockResolvedValue("connect-late");
      await session.lifetime.stay();
      expect(session.lifetime.state()).toEqual({ phase: "OPEN" });
    });
  });

  it("sends the business that the person switched to", async () => {
    const asked = serveSessions(() => true);
    const session = embeddedSession(host());
    session.switchTo(1);
    await requestAs(session, getBusiness, {});
    expect(asked.at(-1)?.headers["user-index"]).toBe("1");
  });
});

describe("direct session", () => {
  function storage(userIndex: string | null) {
    const kept = new Map(userIndex === null ? [] : [["userIndex", userIndex]]);
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    return kept;
  }

  it("stores the selected business and nothing else", () => {
    const kept = storage(null);
    directSession().switchTo(2);
    expect([...kept]).toEqual([["userIndex", "2"]]);
  });

  it("forgets the selected business when it is ended", async () => {
    const kept = storage("2");
    serve(() => ({ status: 200, body: { signedOut: true } }));
    await endDirectSession();
    expect([...kept]).toEqual([]);
  });

  it("falls back to the first business when the stored one belongs to another user", async () => {
    const kept = storage("4");
    const asked = serve((_, headers) =>
      headers["user-index"] === "0"
        ? { status: 200, body: { businessName: "Harbor Bakery" } }
        : refused(404, "BUSINESS_NOT_FOUND_EXCEPTION"),
    );
    await expect(requestAs(directSession(), getBusiness, {})).resolves.toMatchObject({ businessName: "Harbor Bakery" });
    expect(asked.map(({ headers }) => headers)).toMatchObject([{ "user-index": "4" }, { "user-index": "0" }]);
    expect(kept.size).toBe(0);
  });

  it("does not retry when nobody is signed in or the server cannot be reached", async () => {
    storage(null);
    const asked = serve(() => refused(401, "NOT_SIGNED_IN"));
    await expect(requestAs(directSession(), getBusiness, {})).rejects.toMatchObject({ status: 401 });
    expect(asked).toHaveLength(1);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await expect(requestAs(directSession(), getBusiness, {})).rejects.toMatchObject({ code: "NETWORK", status: 0 });
    vi.stubGlobal("fetch", async () => new Response("<html>Bad gateway</html>", { status: 502 }));
    await expect(requestAs(directSession(), getBusiness, {})).rejects.toMatchObject({ code: "NETWORK", status: 502 });
  });
});

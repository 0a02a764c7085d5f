import { i18n } from "@lingui/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messages } from "../locales/en.po";
import { messageOf } from "../shared/language/words.ts";
import type { PortalSession } from "../shared/session/portal-session.tsx";
import { refreshExpiredOffers } from "./refresh-expired-offers.ts";

const refresh = "POST /api/v1/workflow/offers/refresh";
const step = "GET /api/v1/workflow/offers";
const generic = "Oops, an error occurred. Please contact us or try again later. We apologize for any inconvenience.";

/** A server that answers these steps, one after the other. A missing one is a failure. */
function serverWith(answers: readonly (string | undefined)[], isRefreshed = true) {
  const calls: { call: string; atMs: number }[] = [];
  const began = Date.now();
  const ask = async ({ method, path }: { method: string; path: string }) => {
    const polls = calls.filter(({ call }) => call === step).length;
    calls.push({ call: `${method} ${path}`, atMs: Date.now() - began });
    if (path.endsWith("/refresh") && isRefreshed) return { refreshed: true };
    const currentStep = answers[polls];
    if (path.endsWith("/refresh") || currentStep === undefined) throw new Error("lost");
    return { currentStep };
  };
  return { ask: ask as unknown as PortalSession["ask"], calls };
}

/** The step that is reached, or the message that is shown instead. */
async function outcomeOf(ask: PortalSession["ask"]): Promise<string | null> {
  const outcome = refreshExpiredOffers(ask).then(({ currentStep }) => currentStep, messageOf);
  await vi.advanceTimersByTimeAsync(60_000);
  return outcome;
}

describe("on the expired step", () => {
  beforeEach(() => {
    i18n.loadAndActivate({ locale: "en", messages });
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it("a refresh call is made, and after its result the current step is polled every 1 s until it is another one", async () => {
    const { ask, calls } = serverWith(["OFFERS_EXPIRED", "OFFERS_EXPIRED", "DISPLAY_OFFERS"]);
    expect(await outcomeOf(ask)).toBe("DISPLAY_OFFERS");
    expect(calls).toEqual([
      { call: refresh, atMs: 0 },
      { call: step, atMs: 1_000 },
      { call: step, atMs: 2_000 },
      { call: step, atMs: 3_000 },
    ]);
  });

  it("the step is polled up to 10 times; if it stays, the generic message is shown", async () => {
    const { ask, calls } = serverWith(Array.from({ length: 99 }, () => "OFFERS_EXPIRED"));
    expect(await outcomeOf(ask)).toBe(generic);
    expect(calls).toHaveLength(11);
  });

  it("a refresh failure shows the generic message, and the step is not polled", async () => {
    const { ask, calls } = serverWith([], false);
    expect(await outcomeOf(ask)).toBe(generic);
    expect(calls).toHaveLength(1);
  });

  it("a polling error shows the generic message, and is not repeated", async () => {
    const { ask, calls } = serverWith(["OFFERS_EXPIRED"]);
    expect(await outcomeOf(ask)).toBe(generic);
    expect(calls).toHaveLength(3);
  });
});

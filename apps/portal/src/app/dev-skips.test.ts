import { randomUUID } from "node:crypto";
import { closingSteps } from "@inlay/lending/offers/closing.ts";
import { type OfferStep, offerSteps } from "@inlay/lending/offers/steps.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PortalSession } from "../shared/session/portal-session.tsx";
import { canSkipClosing, skips, take } from "./dev-skips.ts";

const open = ["WAITING_FOR_SELECTION", "SELECTED"].map((status) => ({
  loanApplicationId: randomUUID(),
  offers: [{ status: "EXPIRED" }, { status }],
}));
const ended = { loanApplicationId: randomUUID(), offers: [{ status: "EXPIRED" }] };

/** A server whose offers reach the step after this many polls. It notes its calls. */
function serverAt(step: OfferStep, afterPolls: number) {
  const calls: { path: string; body: unknown; atMs: number }[] = [];
  let polls = 0;
  const began = Date.now();
  const ask = async ({ path }: { path: string }, parts: { body?: unknown }) => {
    calls.push({ path, body: parts.body, atMs: Date.now() - began });
    if (path === "/api/v1/workflow") return { currentStep: "WAITING_FOR_OFFERS" };
    if (path === "/api/v1/offers") return { offerGroups: [...open, ended] };
    if (path !== "/api/v1/workflow/offers") return { done: true };
    polls++;
    return { currentStep: polls >= afterPolls ? step : "OFFERS_PENDING" };
  };
  return { ask: ask as unknown as PortalSession["ask"], calls };
}

const skipOf = (text: string) => {
  const found = skips.find((one) => one.text === text);
  if (!found) throw new Error(`there is no ${text}`);
  return found;
};

describe("developer skip", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    { text: "Skip to offers", path: "/api/v1/sandbox/skip-to-offers", to: "DISPLAY_OFFERS", polls: 15 },
    { text: "Skip to no offers", path: "/api/v1/sandbox/skip-to-no-offers", to: "NO_OFFERS_EXTENDED", polls: 10 },
    { text: "Skip to expired offers", path: "/api/v1/sandbox/skip-to-expired-offers", to: "OFFERS_EXPIRED", polls: 10 },
    { text: "Skip to display offers", path: "/api/v1/workflow/offers/complete-step", to: "DISPLAY_OFFERS", polls: 10 },
  ] as const)("$text: asks for $to once a second, $polls times", async ({ text, path, to, polls }) => {
    const skip = skipOf(text);
    const reached = serverAt(to, polls);
    const arrival = take(skip, reached.ask, "COLLECT_PERSONA");
    await vi.runAllTimersAsync();
    await arrival;
    expect(reached.calls.some((call) => call.path === path)).toBe(true);
    const asked = reached.calls.filter((call) => call.path === "/api/v1/workflow/offers");
    expect(asked.map(({ atMs }) => atMs)).toEqual(Array.from({ length: polls }, (_, n) => (n + 1) * 1_000));

    const late = serverAt(to, polls + 1);
    const refused = expect(take(skip, late.ask, "COLLECT_PERSONA")).rejects.toThrow(`not at ${to} after ${polls} s`);
    await vi.runAllTimersAsync();
    await refused;
  });

  it("to servicing: asks for the servicing step every 250 ms, 40 times", async () => {
    const serverWith = (afterPolls: number) => {
      const atMs: number[] = [];
      const began = Date.now();
      const ask = async ({ path }: { path: string }) => {
        if (path !== "/api/v1/workflow/servicing") return { done: true };
        atMs.push(Date.now() - began);
        return { currentStep: atMs.length >= afterPolls ? "INIT_SERVICING_FLOW" : null };
      };
      return { ask: ask as unknown as PortalSession["ask"], atMs };
    };
    const skip = skipOf("Skip to servicing");
    const issued = serverWith(40);
    const arrival = take(skip, issued.ask, "DISPLAY_OFFERS");
    await vi.runAllTimersAsync();
    await arrival;
    expect(issued.atMs).toEqual(Array.from({ length: 40 }, (_, n) => (n + 1) * 250));

    const refused = expect(take(skip, serverWith(41).ask, "DISPLAY_OFFERS")).rejects.toThrow(
      "not at SERVICING after 10 s",
    );
    await vi.runAllTimersAsync();
    await refused;
  });

  it("to expired offers names every application that has open offers", async () => {
    const { ask, calls } = serverAt("OFFERS_EXPIRED", 1);
    const arrival = take(skipOf("Skip to expired offers"), ask, "DISPLAY_OFFERS");
    await vi.runAllTimersAsync();
    await arrival;
    expect(calls.filter(({ path }) => path.endsWith("skip-to-expired-offers")).map(({ body }) => body)).toEqual(
      open.map(({ loanApplicationId }) => ({ loanApplicationId })),
    );
  });

  it("to display offers refreshes expired offers, and goes back from a chosen one", async () => {
    for (const [at, path] of [
      ["OFFERS_EXPIRED", "/api/v1/workflow/offers/refresh"],
      ...closingSteps.map((step) => [step, "/api/v1/workflow/offers/complete-step"] as const),
    ] as const) {
      const { ask, calls } = serverAt("DISPLAY_OFFERS", 1);
      const arrival = take(skipOf("Skip to display offers"), ask, at);
      await vi.runAllTimersAsync();
      await arrival;
      expect(calls[0]?.path).toBe(path);
    }
  });

  it("is not shown where it leads", () => {
    for (const { from, to } of skips) expect(from).not.toContain(to);
  });

  it("of one step is offered at each step between an open offer and its product, and nowhere else", () => {
    expect(offerSteps.filter(canSkipClosing)).toEqual(["DISPLAY_OFFERS", ...closingSteps, "OFFER_ACCEPTED"]);
    expect(canSkipClosing(null)).toBe(false);
  });
});

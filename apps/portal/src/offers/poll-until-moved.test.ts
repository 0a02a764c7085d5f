import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pollUntilMoved } from "./poll-until-moved.ts";

describe("after a refresh of expired offers, the current step", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is polled every 1 s up to 10 times", async () => {
    const read = vi.fn(async () => ({ currentStep: "OFFERS_EXPIRED" as const }));
    const polled = pollUntilMoved(read, "OFFERS_EXPIRED");
    await vi.advanceTimersByTimeAsync(2_999);
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(10);
    expect(await polled).toBeNull();
  });

  it("ends the polling when it is another one", async () => {
    const steps = ["OFFERS_EXPIRED", "DISPLAY_OFFERS"] as const;
    const read = vi.fn(async () => ({ currentStep: steps[read.mock.calls.length - 1] ?? ("DISPLAY_OFFERS" as const) }));
    const polled = pollUntilMoved(read, "OFFERS_EXPIRED");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await polled).toEqual({ currentStep: "DISPLAY_OFFERS" });
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("is not asked for again after a failure", async () => {
    const read = vi.fn(() => Promise.reject(new Error("lost")));
    const polled = pollUntilMoved(read, "OFFERS_EXPIRED").catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await polled).toBe("lost");
    expect(read).toHaveBeenCalledTimes(1);
  });
});

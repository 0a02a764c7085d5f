import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reportWhenIdle, sliderReporter } from "./offer-interactions.ts";

describe("offer interactions", () => {
  const report = vi.fn();
  beforeEach(() => {
    report.mockClear();
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it("idle offer time is 60000 ms since the last action, and is reported once", () => {
    const page = new EventTarget();
    reportWhenIdle(page, report, "MCA");
    for (const action of ["pointerdown", "keydown", "scroll"]) {
      vi.advanceTimersByTime(59_999);
      page.dispatchEvent(new Event(action));
    }
    vi.advanceTimersByTime(59_999);
    expect(report).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(report.mock.calls).toEqual([[{ eventType: "OFFER_IDLE", productType: "MCA" }]]);
    page.dispatchEvent(new Event("scroll"));
    vi.advanceTimersByTime(600_000);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it("idle offer time is not reported after the page is left", () => {
    reportWhenIdle(new EventTarget(), report, "MCA")();
    vi.advanceTimersByTime(600_000);
    expect(report).not.toHaveBeenCalled();
  });

  it("slider analytics debounce is 1 s: the last move is reported, unless the page is left before", () => {
    const slider = sliderReporter(report);
    slider.moved("TERM_LOAN", "AMOUNT");
    vi.advanceTimersByTime(999);
    slider.moved("TERM_LOAN", "TERM");
    vi.advanceTimersByTime(999);
    expect(report).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    const moved = { eventType: "OFFER_SLIDERS_MOVED", productType: "TERM_LOAN", slider: "TERM" };
    expect(report.mock.calls).toEqual([[moved]]);
    slider.moved("TERM_LOAN", "AMOUNT");
    slider.stop();
    vi.advanceTimersByTime(600_000);
    expect(report).toHaveBeenCalledTimes(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tellFocus } from "./tell-focus.ts";

class FakeElement {
  tabIndex = -1;
  top = 40;
  getBoundingClientRect = () => ({ top: this.top, height: 30 });
}

let page: EventTarget & { activeElement: FakeElement | null };
let frame: EventTarget & { scrollY: number };
const emit = vi.fn();
/** The document in the frame is scrolled by 100 pixels. */
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { activeElement: null });
  frame = Object.assign(new EventTarget(), { scrollY: 100 });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", frame);
  vi.stubGlobal("HTMLElement", FakeElement);
  emit.mockClear();
  tellFocus({ fetchClientSecret: async () => "", emit, onShow: () => () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function focus(element: FakeElement): FakeElement {
  page.activeElement = element;
  const event = new Event("focusin");
  Object.defineProperty(event, "target", { value: element });
  page.dispatchEvent(event);
  return element;
}
const heading = () => focus(new FakeElement());
const resize = () => frame.dispatchEvent(new Event("resize"));

describe("what takes the focus in the frame", () => {
  it("is told to the host page with its place in the frame", () => {
    heading();
    expect(emit).toHaveBeenCalledExactlyOnceWith("focus", { top: 140, height: 30 });
  });

  it("is told again when the frame's height has changed, with its new place", () => {
    heading().top = 60;
    resize();
    expect(emit).toHaveBeenLastCalledWith("focus", { top: 160, height: 30 });
  });

  it.each(["wheel", "touchmove", "pointerdown", "keydown"])("is not told again after a %s", (input) => {
    heading();
    frame.dispatchEvent(new Event(input));
    resize();
    expect(emit).toHaveBeenCalledOnce();
  });

  it("is not told again once it has lost the focus", () => {
    heading();
    page.activeElement = null;
    resize();
    expect(emit).toHaveBeenCalledOnce();
  });

  it("is not told again later, when the person may have scrolled the host page", () => {
    heading();
    vi.advanceTimersByTime(5_001);
    resize();
    expect(emit).toHaveBeenCalledOnce();
  });

  it("is not told of a field, which the person reached by a click or a key", () => {
    const field = new FakeElement();
    field.tabIndex = 0;
    focus(field);
    resize();
    expect(emit).not.toHaveBeenCalled();
  });
});

import type { Host } from "./host.ts";

/** A slow host page gives the frame its height this long after a screen has changed. Later the person may have scrolled the host page. */
const settlesMs = 5_000;
const inputs = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Tells the host page where a heading, an error summary or a dialog has taken the focus, so that it can scroll there. It is told again when
 * the frame's height has changed, because that moves the place on the host page, until the person does something.
 */
export function tellFocus(host: Host): void {
  let last: { target: HTMLElement; atMs: number } | null = null;

  function tell(target: HTMLElement): void {
    const { top, height } = target.getBoundingClientRect();
    host.emit("focus", { top: Math.max(0, top + window.scrollY), height });
  }

  document.addEventListener("focusin", ({ target }) => {
    // What takes the focus without a click or a key cannot be reached by Tab.
    if (!(target instanceof HTMLElement) || target.tabIndex !== -1) {
      last = null;
      return;
    }
    last = { target, atMs: performance.now() };
    tell(target);
  });
  window.addEventListener("resize", () => {
    if (last && document.activeElement === last.target && performance.now() - last.atMs < settlesMs) tell(last.target);
  });
  for (const input of inputs) {
    window.addEventListener(
      input,
      () => {
        last = null;
      },
      { passive: true, capture: true },
    );
  }
}

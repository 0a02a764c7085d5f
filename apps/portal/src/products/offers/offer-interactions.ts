import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { PortalSession } from "../../shared/session/portal-session.tsx";

type Report = PortalSession["report"];

const idleAfterMs = 60_000;

/** Reports once that an owner has looked at an offer for a minute without doing anything on the page. Returns what ends the wait. */
export function reportWhenIdle(page: EventTarget, report: Report, productType: ProductType): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const stop = new AbortController();
  const idle = () => {
    stop.abort();
    report({ eventType: "OFFER_IDLE", productType });
  };
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(idle, idleAfterMs);
  };
  for (const event of ["pointerdown", "keydown", "scroll"])
    page.addEventListener(event, restart, { passive: true, signal: stop.signal });
  restart();
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

const restsAfterMs = 1_000;

/** Reports that a slider was moved, once it rests. */
export function sliderReporter(report: Report) {
  let timer: ReturnType<typeof setTimeout>;
  return {
    moved: (productType: ProductType, slider: "TERM" | "AMOUNT") => {
      clearTimeout(timer);
      timer = setTimeout(() => report({ eventType: "OFFER_SLIDERS_MOVED", productType, slider }), restsAfterMs);
    },
    stop: () => clearTimeout(timer),
  };
}

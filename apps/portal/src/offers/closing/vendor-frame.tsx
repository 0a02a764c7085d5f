import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { type ReactNode, useEffect, useEffectEvent } from "react";

const timeoutMs = 20_000;
const widths = { IDENTITY: "min-[780px]:max-w-97.5", SIGNING: "min-[780px]:max-w-195" };

type VendorFrameProps = {
  /** The width of the vendor's page where there is room for it. */
  width: "IDENTITY" | "SIGNING";
  isLoaded: boolean;
  /** What is being loaded, beside the spinner. */
  loading: string;
  /** Called when the page did not load in time. A blocked frame sends no message. */
  onTimeout: () => void;
  /** The frame. */
  children: ReactNode;
};

/** The place of a vendor's page: 844 px high, as wide as the page needs, and the whole screen of a phone. */
export function VendorFrame({ width, isLoaded, loading, onTimeout, children }: VendorFrameProps) {
  const giveUp = useEffectEvent(onTimeout);
  useEffect(() => {
    if (isLoaded) return;
    const timer = setTimeout(() => giveUp(), timeoutMs);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  return (
    <div
      aria-busy={!isLoaded}
      className={`relative h-211 w-full overflow-hidden rounded-card border border-line bg-card max-[780px]:-mx-4 max-[780px]:h-[min(52.75rem,100dvh)] max-[780px]:w-[calc(100%+2rem)] max-[780px]:rounded-none max-[780px]:border-x-0 [&>iframe]:block [&>iframe]:size-full [&>iframe]:border-0 ${widths[width]}`}
    >
      {!isLoaded && (
        <p role="status" className="absolute inset-x-0 top-1/3 flex items-center justify-center gap-2.5 text-ink-soft">
          <Spinner />
          {loading}
        </p>
      )}
      {children}
    </div>
  );
}

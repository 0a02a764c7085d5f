import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { useEffect, useRef, useState } from "react";

/** How the frame ended: accounting software linked, left by the person, or failed to work. */
export type FrameEnd = "LINKED" | "LEFT" | "FAILED";

const timeoutMs = 20_000;

type AccountingFrameProps = { url: string; title: string; onEnd: (end: FrameEnd) => void };

/** The vendor's page for connecting accounting software. Its messages are only hints: the server confirms the link with the vendor. */
export function AccountingFrame({ url, title, onEnd }: AccountingFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latestOnEnd = useRef(onEnd);
  latestOnEnd.current = onEnd;
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<{ event?: string } | null>) => {
      if (origin !== new URL(url).origin || source !== frame.current?.contentWindow) return;
      if (data?.event === "load") setLoaded(true);
      if (data?.event === "authorization") latestOnEnd.current("LINKED");
      if (data?.event === "exit") latestOnEnd.current("LEFT");
      if (data?.event === "error") latestOnEnd.current("FAILED");
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [url]);

  // A blocked frame sends no message, so a timeout reports it.
  useEffect(() => {
    if (isLoaded) return;
    const timer = setTimeout(() => latestOnEnd.current("FAILED"), timeoutMs);
    return () => clearTimeout(timer);
  }, [isLoaded]);

  return (
    <div
      aria-busy={!isLoaded}
      className="relative h-160 max-w-136 overflow-hidden rounded-card border border-line bg-card"
    >
      {!isLoaded && (
        <div className="absolute inset-0 grid content-start gap-4 p-6">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      <iframe
        ref={frame}
        src={url}
        title={title}
        className={`relative block size-full border-0 ${isLoaded ? "" : "opacity-0"}`}
      />
    </div>
  );
}

import { Skeleton } from "@inlay/ui/skeleton.tsx";
import { useEffect, useRef, useState } from "react";

/** How it went: the books are connected, the person left, or the page in the frame does not work. */
export type FrameEnd = "LINKED" | "LEFT" | "FAILED";

const timeoutMs = 20_000;

type AccountingFrameProps = { url: string; title: string; onEnd: (end: FrameEnd) => void };

/** The page on which somebody connects a company's books. It says only what happened; whether it is so, our server asks. */
export function AccountingFrame({ url, title, onEnd }: AccountingFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const heard = useRef(onEnd);
  heard.current = onEnd;
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<{ event?: string } | null>) => {
      if (origin !== new URL(url).origin || source !== frame.current?.contentWindow) return;
      if (data?.event === "load") setLoaded(true);
      if (data?.event === "authorization") heard.current("LINKED");
      if (data?.event === "exit") heard.current("LEFT");
      if (data?.event === "error") heard.current("FAILED");
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [url]);

  // A frame that is blocked says nothing at all.
  useEffect(() => {
    if (isLoaded) return;
    const timer = setTimeout(() => heard.current("FAILED"), timeoutMs);
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

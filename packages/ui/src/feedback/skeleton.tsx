import { clsx } from "clsx";

/** A gray placeholder for content that is loading. Give it the size of the content, so that the layout does not shift. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("motion-safe:animate-pulse rounded-control bg-line", className)} />;
}

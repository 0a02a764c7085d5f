import { clsx } from "clsx";

/** A grey shape where something will be. Give it the size of what comes, so that nothing jumps. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("motion-safe:animate-pulse rounded-control bg-line", className)} />;
}

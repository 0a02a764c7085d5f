import type { ReactNode } from "react";

/** Marks a card whose contents no longer hold. */
export function Stamp({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block shrink-0 rotate-[-4deg] rounded-mark border-2 border-bad px-2.5 py-1 text-small leading-tight font-bold tracking-wide text-bad">
      {children}
    </span>
  );
}

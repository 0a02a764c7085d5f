import { clsx } from "clsx";
import type { ReactNode } from "react";

type FigureRow = { label: string; value: ReactNode; isTotal?: boolean };

/** Labels on the left, figures on the right, and a line above the total. */
export function FigureList({ rows }: { rows: readonly FigureRow[] }) {
  return (
    <dl className="grid gap-y-3">
      {rows.map(({ label, value, isTotal = false }) => (
        <div
          key={label}
          className={clsx("flex flex-wrap justify-between gap-x-4", isTotal && "mt-1 border-t border-line pt-3")}
        >
          {/* The label wraps between words first. The figure moves below only if the longest word leaves no room. */}
          <dt className="w-min min-w-16 grow text-ink-soft">{label}</dt>
          <dd className="ml-auto text-right font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

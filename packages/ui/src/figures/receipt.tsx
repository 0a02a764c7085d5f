import { clsx } from "clsx";
import type { ReactNode } from "react";

export type ReceiptRow = {
  label: string;
  /** A smaller line under the label. */
  note?: ReactNode;
  value: ReactNode;
  /** The sum of the rows above it. It has a line above. */
  isTotal?: boolean;
};

/** A sum with its parts: labels on the left, figures on the right by digit, a line above each total. */
export function Receipt({ rows }: { rows: readonly ReceiptRow[] }) {
  return (
    <dl className="grid gap-y-3">
      {rows.map(({ label, note, value, isTotal = false }, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: two payments may have the same label, and rows do not move.
          key={`${at} ${label}`}
          className={clsx("flex flex-wrap justify-between gap-x-4", isTotal && "mt-0.5 border-t border-line pt-3")}
        >
          {/* The label wraps between words first. The figure moves below only if the longest word leaves no room. */}
          <dt className={clsx("w-min min-w-16 grow", isTotal ? "font-semibold" : "text-ink-soft")}>
            {label}
            {note && <span className="block text-tiny font-normal text-ink-soft">{note}</span>}
          </dt>
          <dd className="ml-auto text-right font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

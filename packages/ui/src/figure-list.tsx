import { clsx } from "clsx";
import { Fragment, type ReactNode } from "react";

type FigureRow = { label: string; value: ReactNode; isTotal?: boolean };

/** Labels to the left, figures to the right, and a line above what they come to. */
export function FigureList({ rows }: { rows: readonly FigureRow[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-3">
      {rows.map(({ label, value, isTotal = false }) => (
        <Fragment key={label}>
          <dt className={clsx("pr-4 text-ink-soft", isTotal && "mt-1 border-t border-line pt-3")}>{label}</dt>
          <dd className={clsx("text-right font-semibold", isTotal && "mt-1 border-t border-line pt-3")}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

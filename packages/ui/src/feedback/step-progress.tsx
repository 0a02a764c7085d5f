import type { ReactNode } from "react";

type StepProgressProps = {
  /** Counted from 1. */
  current: number;
  total: number;
  /** The progress as text, for example "Step 3 of 9". */
  label: string;
  /** Content in the same line as the label. */
  beside?: ReactNode;
};

export function StepProgress({ current, total, label, beside }: StepProgressProps) {
  const done = Math.min(current, total);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p className="type-small">{label}</p>
        {beside}
      </div>
      <div
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={label}
        aria-label={label}
        className="flex gap-1.5"
      >
        {Array.from({ length: total }, (_, step) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the row.
            key={step}
            className={`h-1 grow rounded-pill ${step < done ? "bg-chart-1" : "bg-line"}`}
          />
        ))}
      </div>
    </div>
  );
}

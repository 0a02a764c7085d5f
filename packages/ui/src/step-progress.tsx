type StepProgressProps = {
  /** From 1. */
  current: number;
  total: number;
  /** Says it in words, for example "Step 3 of 9". */
  label: string;
};

export function StepProgress({ current, total, label }: StepProgressProps) {
  const done = Math.min(current, total);
  return (
    <div className="grid gap-2">
      <p className="type-small">{label}</p>
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

import { clsx } from "clsx";

type Day = {
  id: string;
  /** The day of the month. */
  label: string;
  value: number;
};

type DayColumnsProps = {
  /** What the columns show, in words. A list beside them has the same figures. */
  label: string;
  /** Consecutive days. The first is marked as today. */
  days: readonly Day[];
};

/** One column a day. A day on which there is nothing has a flat one. */
export function DayColumns({ label, days }: DayColumnsProps) {
  const most = Math.max(1, ...days.map(({ value }) => value));
  return (
    <div role="img" aria-label={label} className="flex min-w-0 gap-px min-[340px]:gap-0.5 sm:gap-2">
      {days.map(({ id, label: number, value }, at) => (
        <div key={id} className="grid min-w-0 grow basis-0 justify-items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 10 56" preserveAspectRatio="none" className="h-14 w-full max-w-7">
            <rect
              width="10"
              y={56 - columnHeight(value, most)}
              height={columnHeight(value, most)}
              className={value > 0 ? "fill-chart-1" : "fill-line"}
            />
          </svg>
          <span
            aria-hidden="true"
            className={clsx(
              "grid h-5 w-full max-w-5 place-items-center rounded-pill text-tiny tabular-nums",
              at === 0 ? "bg-ink text-paper" : value > 0 ? "font-bold" : "text-ink-soft max-[339px]:invisible",
            )}
          >
            {number}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The lowest amount is still seen beside the highest. */
const columnHeight = (value: number, most: number) => (value > 0 ? Math.max(8, (value / most) * 56) : 2);

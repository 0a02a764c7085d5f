import type { ReactNode } from "react";

type Stop = { label: string; amount: ReactNode; day: string };

type DayLineProps = {
  /** The first day, on which money is received, and the last one, on which all is repaid. */
  first: Stop;
  last: Stop;
  /** Where the payments between them are, from 0 to 1. */
  between: readonly number[];
};

/** Two dots, what is received and what is repaid, with the time between them. The texts say all that the line shows. */
export function DayLine({ first, last, between }: DayLineProps) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <Amount {...first} />
        <Amount {...last} isEnd />
      </div>
      <div aria-hidden="true" className="relative h-4">
        <span className="absolute inset-x-2 top-[7px] h-0.5 bg-line" />
        <Dot at={0} className="bg-chart-1 ring-chart-1" />
        {between.map((at) => (
          <Dot key={at} at={at} className="bg-chart-2 ring-chart-2" />
        ))}
        <Dot at={1} className="bg-chart-2 ring-chart-2" />
      </div>
      <div className="flex justify-between gap-4 text-tiny text-ink-soft">
        <span>{first.day}</span>
        <span>{last.day}</span>
      </div>
    </div>
  );
}

const Amount = ({ label, amount, isEnd = false }: Stop & { isEnd?: boolean }) => (
  <div className={isEnd ? "ml-auto text-right" : ""}>
    <p className="type-small">{label}</p>
    <p className="text-lead leading-tight font-semibold tabular-nums">{amount}</p>
  </div>
);

const Dot = ({ at, className }: { at: number; className: string }) => (
  <span
    style={{ left: `calc((100% - 1rem) * ${at})` }}
    className={`absolute top-0 size-4 rounded-pill border-3 border-card ring-[1.5px] ${className}`}
  />
);

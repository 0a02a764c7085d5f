type CompareBarsProps = {
  /** Each with its own words and figure, which say what the bar shows. */
  bars: readonly { label: string; value: number; text: string; tone: "own" | "cost" }[];
};

const fills = { own: "bg-chart-1", cost: "bg-chart-2" };

/** Amounts that are compared, one bar below the other on the same scale. */
export function CompareBars({ bars }: CompareBarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <dl className="grid gap-2.5">
      {bars.map(({ label, value, text, tone }) => (
        <div key={label} className="grid gap-1 sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-center sm:gap-3">
          <dt className="type-small">{label}</dt>
          <dd className="flex items-center gap-3 font-semibold tabular-nums">
            <span aria-hidden="true" className="flex h-2.5 min-w-0 grow">
              <span
                className={`rounded-[3px] ${fills[tone]}`}
                style={{ width: `${(Math.max(0, value) / most) * 100}%` }}
              />
            </span>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Column = { label: string; values: readonly number[]; isPast?: boolean };

const fills = ["fill-chart-1", "fill-chart-4", "fill-chart-2"];

/** Columns of stacked values over time. A table beside the chart shows the same figures. */
export function ColumnPicture({ label, columns }: { label: string; columns: readonly Column[] }) {
  const highest = Math.max(1, ...columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${columns.length * 10} 100`}
      preserveAspectRatio="none"
      className="h-30 w-full"
    >
      {columns.map(({ label: name, values, isPast = false }, at) => (
        <g key={name} opacity={isPast ? 0.3 : 1}>
          {values.map((value, part) => {
            const under = values.slice(0, part).reduce((sum, below) => sum + below, 0);
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the column.
                key={part}
                x={at * 10 + 0.75}
                y={100 - ((under + value) / highest) * 100}
                width="8.5"
                height={(value / highest) * 100}
                className={fills[part % fills.length]}
              />
            );
          })}
        </g>
      ))}
    </svg>
  );
}

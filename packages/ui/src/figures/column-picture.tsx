import { clsx } from "clsx";

type Column = {
  /** The label tells a column from the others, unless it has an id. */
  id?: string;
  label: string;
  values: readonly number[];
  isPast?: boolean;
  /** What is not known yet, drawn with a dashed line. */
  isEstimated?: boolean;
};

type ColumnPictureProps = {
  /** What the columns show, in words. */
  label: string;
  columns: readonly Column[];
  /** The height of the chart, for charts that are compared, and what it stands for: "$11,865". */
  scale?: { most: number; label: string };
  /** Whether the first part is the owner's money or a cost. */
  tone?: "own" | "cost";
  /** Writes the label of every third column under it. */
  hasAxis?: boolean;
};

const fills = { own: ["fill-chart-1", "fill-chart-4", "fill-chart-2"], cost: ["fill-chart-2", "fill-chart-3"] };

/** Columns of stacked values over time. A table beside the chart shows the same figures. */
export function ColumnPicture({ label, columns, scale, tone = "own", hasAxis = false }: ColumnPictureProps) {
  const highest = scale?.most ?? Math.max(1, ...columns.map(({ values }) => values.reduce((sum, one) => sum + one, 0)));
  const colors = fills[tone];
  return (
    <div>
      {scale && (
        <p aria-hidden="true" className="border-b border-dashed border-line text-right text-tiny text-ink-soft">
          {scale.label}
        </p>
      )}
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${columns.length * 10} 100`}
        preserveAspectRatio="none"
        className="h-30 w-full border-b border-field-line"
      >
        {columns.map(({ label: name, id = name, values, isPast = false, isEstimated = false }, at) => (
          <g
            key={id}
            opacity={isPast ? 0.3 : 1}
            className={clsx(isEstimated && "stroke-chart-1 [stroke-dasharray:4_3]")}
          >
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
                  fillOpacity={isEstimated ? 0.35 : 1}
                  vectorEffect="non-scaling-stroke"
                  className={colors[part % colors.length]}
                />
              );
            })}
          </g>
        ))}
      </svg>
      {hasAxis && (
        <div aria-hidden="true" className="mt-1 flex text-tiny text-ink-soft">
          {columns.map(({ label: name, id = name }, at) => (
            <span key={id} className={clsx("w-0 grow text-center whitespace-nowrap", at % 3 !== 0 && "invisible")}>
              <span className="-mx-4">{at % 3 === 0 && name}</span>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

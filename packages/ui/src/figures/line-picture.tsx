import { clsx } from "clsx";
import { niceScale } from "./nice-scale.ts";

type LinePictureProps = {
  /** What the lines show, in words. */
  label: string;
  /** The values over time, oldest first: as it was, and as it would have been. */
  points: readonly { before: number; after: number }[];
  names: { before: string; after: string; between: string };
  /** The value on the axis: "$50K". */
  format: (value: number) => string;
  /** Evenly spaced from the first point to the last. */
  times: readonly string[];
  /** The one point that is named. */
  named: { at: number; title: string; detail: string };
};

/** Two lines over time with the gap between them filled. Zero is always drawn. A table beside the chart shows the same figures. */
export function LinePicture({ label, points, names, format, times, named }: LinePictureProps) {
  const values = points.flatMap(({ before, after }) => [before, after]);
  const scale = niceScale(Math.min(...values), Math.max(...values));
  const [lowest = 0, highest = 1] = [scale[0], scale.at(-1)];
  const x = (at: number) => (points.length > 1 ? (at / (points.length - 1)) * 100 : 50);
  const y = (value: number) => ((highest - value) / (highest - lowest)) * 100;
  const line = (of: "before" | "after") => points.map((point, at) => `${round(x(at))},${round(y(point[of]))}`);
  const [before, after] = [line("before"), line("after")];
  const namedX = x(named.at);
  const isLeft = namedX > 50;
  return (
    <div className="grid gap-3">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-tiny text-ink-soft">
        <Entry name={names.before} swatch="h-0.75 w-4 bg-chart-3" />
        <Entry name={names.after} swatch="h-0.75 w-4 bg-chart-1" />
        <Entry name={names.between} swatch="size-2.5 bg-chart-2 opacity-40" />
      </ul>
      <div role="img" aria-label={label} className="pb-6 pl-13">
        <div className="relative text-tiny text-ink-soft">
          <span className="absolute inset-y-0 border-l border-dashed border-ink-soft" style={{ left: `${namedX}%` }} />
          {/* The name of the point is above the lines, on the side of it with more room. */}
          <p
            className={clsx("pb-2 wrap-anywhere", isLeft && "text-right")}
            style={isLeft ? { marginRight: `${100 - namedX}%` } : { marginLeft: `${namedX}%` }}
          >
            <span className="block px-2.5 font-semibold text-ink">{named.title}</span>
            <span className="block px-2.5">{named.detail}</span>
          </p>
          <div className="relative h-59">
            <svg
              aria-hidden="true"
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="absolute size-full overflow-visible"
            >
              {scale.map((value) => (
                <path
                  key={value}
                  d={`M0 ${round(y(value))}H100`}
                  vectorEffect="non-scaling-stroke"
                  strokeDasharray={value === 0 ? undefined : "2 4"}
                  className={value === 0 ? "stroke-field-line" : "stroke-line"}
                />
              ))}
              <polygon points={[...before, ...after.toReversed()].join(" ")} className="fill-chart-2 opacity-16" />
              <Line points={before} className="stroke-chart-3 stroke-2" />
              <Line points={after} className="stroke-chart-1 stroke-[2.75]" />
            </svg>
            {scale.map((value, at) => (
              <span
                key={value}
                className={clsx(
                  "absolute right-full mr-2 -translate-y-1/2 whitespace-nowrap",
                  // Every other line is named, and zero.
                  value !== 0 && scale.indexOf(0) % 2 !== at % 2 && "hidden",
                )}
                style={{ top: `${y(value)}%` }}
              >
                {format(value)}
              </span>
            ))}
            <span
              className="absolute size-3.5 -translate-1/2 rounded-pill border-2 border-card bg-chart-1 outline-2 outline-chart-1"
              style={{ left: `${namedX}%`, top: `${y(points[named.at]?.after ?? 0)}%` }}
            />
            <div className="absolute inset-x-0 top-full mt-1.5 flex justify-between">
              {times.map((time, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the first and the last month of a year have the same name.
                <span key={at}>{time}</span>
              ))}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

const round = (value: number) => Math.round(value * 100) / 100;

const Line = ({ points, className }: { points: readonly string[]; className: string }) => (
  <polyline
    points={points.join(" ")}
    vectorEffect="non-scaling-stroke"
    strokeLinejoin="round"
    className={clsx("fill-none", className)}
  />
);

const Entry = ({ name, swatch }: { name: string; swatch: string }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden="true" className={clsx("shrink-0 rounded-[3px]", swatch)} />
    {name}
  </li>
);

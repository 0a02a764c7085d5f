type Part = { label: string; value: number; text?: string };

const fills = ["fill-chart-1", "fill-chart-2", "fill-chart-3", "fill-chart-4", "fill-chart-5"];
const swatches = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4", "bg-chart-5"];

/** A whole and its parts, at most five. The label describes the bar in words; the legend names the colors. */
export function StackedBar({ label, parts }: { label: string; parts: readonly Part[] }) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0) || 1;
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { value }) => sum + value, 0));
  return (
    <div className="grid gap-2.5">
      <svg
        role="img"
        aria-label={label}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="h-3.5 w-full rounded-pill bg-line"
      >
        {parts.map(({ label: name, value }, at) => (
          <rect
            key={name}
            x={((starts[at] ?? 0) / whole) * 100}
            // A thin gap separates two parts for people who cannot distinguish their colors.
            width={Math.max(0, (value / whole) * 100 - (at < parts.length - 1 ? 0.5 : 0))}
            height="1"
            className={fills[at % fills.length]}
          />
        ))}
      </svg>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {parts.map(({ label: name, text }, at) => (
          <li key={name} className="type-small flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${swatches[at % swatches.length]}`} />
            {name}
            {text && <span className="font-semibold text-ink">{text}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

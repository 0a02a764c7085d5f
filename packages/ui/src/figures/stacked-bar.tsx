type Part = { label: string; value: number; text?: string };

const fills = ["fill-chart-1", "fill-chart-2", "fill-chart-3", "fill-chart-4", "fill-chart-5"];
const swatches = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4", "bg-chart-5"];

type StackedBarProps = {
  label: string;
  parts: readonly Part[];
  /** What is left of the whole, in the color of the empty bar. */
  rest?: Part | null;
};

/** A whole and its parts, at most five. The label describes the bar in words; the legend names the colors. */
export function StackedBar({ label, parts, rest = null }: StackedBarProps) {
  const whole = parts.reduce((sum, { value }) => sum + value, rest?.value ?? 0) || 1;
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
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same label, and parts do not move.
            key={`${at} ${name}`}
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
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same label, and parts do not move.
          <li key={`${at} ${name}`} className="type-small flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${swatches[at % swatches.length]}`} />
            {name}
            {text && <span className="font-semibold text-ink">{text}</span>}
          </li>
        ))}
        {rest && (
          <li className="type-small flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 rounded-[3px] bg-line" />
            {rest.label}
            {rest.text && <span className="font-semibold text-ink">{rest.text}</span>}
          </li>
        )}
      </ul>
    </div>
  );
}

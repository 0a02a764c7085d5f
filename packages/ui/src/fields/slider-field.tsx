import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { FieldNotes } from "./field-shell.tsx";
import { nearestValue } from "./nearest-value.ts";

type SliderFieldProps = {
  label: string;
  /** The values that can be chosen, in ascending order. They need not have equal distances. */
  values: readonly [number, ...number[]];
  value: number;
  onChange: (value: number) => void;
  /** A value as text: "$50,000" or "12 months". */
  format: (value: number) => string;
  /** The value of a typed text; null or NaN if it is none. */
  parse: (typed: string) => number | null;
  texts: {
    /** The names of the two buttons. */
    less: string;
    more: string;
    /** What is said if a typed value is not among the values: the nearest one is chosen. */
    nearest: (value: string) => string;
  };
  /** The size of the figure: of the one number of a screen, or of one beside it. */
  size?: "figure" | "title";
  /** Why the value cannot be changed. The controls can still be focused, and are described by this reason. */
  disabledReason?: string | null;
  id?: string;
  /** A sentence under the slider, for example what another value would cost. */
  children?: ReactNode;
};

/**
 * A number that can be set by dragging, typing or stepping. The slider is the browser's own, because no other works with every keyboard,
 * touch screen and screen reader; it counts positions, so that every value can be reached, also a last one that is off the grid.
 */
export function SliderField(props: SliderFieldProps) {
  const { label, values, value, onChange, format, parse, texts, size = "figure", disabledReason, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [typed, setTyped] = useState<string | null>(null);
  // The value that was chosen in place of a typed one. It is said until another value is chosen.
  const [replacement, setReplacement] = useState<number | null>(null);
  const last = values.length - 1;
  const at = values.indexOf(nearestValue(values, value));
  const [least] = values;
  const most = values[last] ?? least;
  const isOff = Boolean(disabledReason);

  const choose = (next: number) => {
    setReplacement(null);
    if (!isOff && next !== value) onChange(next);
  };
  const move = (by: number) => choose(values[Math.min(last, Math.max(0, at + by))] ?? value);
  const commit = () => {
    const amount = typed === null ? null : parse(typed);
    setTyped(null);
    if (amount === null || Number.isNaN(amount)) return;
    const nearest = nearestValue(values, amount);
    choose(nearest);
    if (nearest !== amount) setReplacement(nearest);
  };

  const reasonId = disabledReason ? `${id}-reason` : undefined;
  const stepClasses =
    "grid size-11 shrink-0 cursor-pointer place-items-center rounded-control border border-field-line bg-card text-lead leading-none text-ink hover:bg-tint aria-disabled:cursor-default aria-disabled:border-line aria-disabled:bg-card aria-disabled:text-on-disabled print:hidden";
  return (
    <div className="grid min-w-0 gap-1">
      <p id={`${id}-label`} className="type-small">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          aria-labelledby={`${id}-label`}
          aria-describedby={reasonId}
          aria-disabled={isOff || undefined}
          readOnly={isOff}
          value={typed ?? format(value)}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (event.key === "Enter") commit();
            else if (event.key === "Escape") setTyped(null);
            else if (by && typed === null) move(by);
            else return;
            event.preventDefault();
          }}
          // The field fits the longest value. Buttons that do not fit beside it move below.
          style={{ minWidth: `min(100%, ${Math.max(widthOf(format(least)), widthOf(format(most)))}ch)` }}
          className={clsx(
            "-ml-1 w-0 grow rounded-control border-0 bg-transparent px-1 font-bold text-ink tabular-nums",
            size === "figure" ? "text-figure" : "text-title",
          )}
        />
        <div className="flex gap-2">
          <button
            type="button"
            aria-label={texts.less}
            aria-disabled={isOff || at === 0}
            onClick={() => move(-1)}
            className={stepClasses}
          >
            −
          </button>
          <button
            type="button"
            aria-label={texts.more}
            aria-disabled={isOff || at === last}
            onClick={() => move(1)}
            className={stepClasses}
          >
            +
          </button>
        </div>
      </div>
      <p role="status" className={replacement === null ? "sr-only" : "type-small"}>
        {replacement !== null && texts.nearest(format(replacement))}
      </p>
      <input
        type="range"
        min={0}
        // A single value is at the end of the slider.
        max={Math.max(1, last)}
        step={1}
        value={last > 0 ? at : 1}
        onChange={({ target }) => choose(values[Number(target.value)] ?? value)}
        aria-labelledby={`${id}-label`}
        aria-valuetext={format(value)}
        aria-describedby={reasonId}
        aria-disabled={isOff || undefined}
        style={{ "--share": last > 0 ? at / last : 1 } as Record<string, number>}
        className="slider print:hidden"
      />
      <div className="flex justify-between gap-4 text-tiny text-ink-soft print:hidden">
        <span>{format(least)}</span>
        {last > 0 && <span>{format(most)}</span>}
      </div>
      <FieldNotes id={id} disabledReason={disabledReason} />
      {children && <div className="type-small mt-2">{children}</div>}
    </div>
  );
}

/** The width of a formatted figure in digit widths. Points, commas and spaces are narrower than digits. */
const widthOf = (figure: string) =>
  0.4 + [...figure].reduce((sum, sign) => sum + (/[.,\s]/.test(sign) ? 0.4 : 0.95), 0);

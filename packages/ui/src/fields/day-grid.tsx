import { clsx } from "clsx";
import { useId } from "react";

type DayGridProps = {
  label: string;
  /** The days that can be chosen, as ISO dates in their order. */
  days: readonly string[];
  /** Days between them that cannot be chosen. They are crossed out. */
  closedDays: readonly string[];
  /** A day that is named, such as the next payment. */
  marked: string | null;
  value: string | null;
  onChange: (day: string) => void;
  /** The locale of months and weekdays. */
  region: string;
  /** The colors in words. */
  legend: { choosable: string; marked: string };
};

const iso = (date: Date) => date.toISOString().slice(0, 10);
const utc = (day: string) => new Date(`${day}T00:00:00Z`);

/** The days of the months of a choice, one cell a day. Only the days that can be chosen are radio buttons, so arrow keys go from one to the next. */
export function DayGrid({ label, days, closedDays, marked, value, onChange, region, legend }: DayGridProps) {
  const name = useId();
  const [first] = days;
  if (!first) return null;
  const last = [days.at(-1) ?? first, ...(marked ? [marked] : [])].toSorted().at(-1) ?? first;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(region, { ...options, timeZone: "UTC" });
  const weekday = format({ weekday: "narrow" });
  const month = format({ month: "long", year: "numeric" });
  const whole = format({ dateStyle: "full" });
  // November 2, 2025 is a Sunday.
  const weekdays = Array.from({ length: 7 }, (_, at) => weekday.format(new Date(Date.UTC(2025, 10, 2 + at))));
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="sr-only">{label}</legend>
      {monthsBetween(first, last).map((start) => (
        <div key={start} className="grid gap-1.5">
          <p className="type-subheader">{month.format(utc(start))}</p>
          <div aria-hidden="true" className="grid grid-cols-7 text-center text-small text-ink-soft">
            {weekdays.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two weekdays may have the same letter.
              <span key={at}>{text}</span>
            ))}
          </div>
          <div className="grid grid-cols-7 gap-0.5">
            {cellsOf(start).map((day, at) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the empty cells before the first day do not move.
                <span key={at} />
              ) : days.includes(day) ? (
                <label
                  key={day}
                  className="relative grid min-h-11 cursor-pointer place-items-center rounded-control bg-tint font-semibold hover:inset-ring hover:inset-ring-focus has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
                >
                  <input
                    type="radio"
                    name={name}
                    aria-label={whole.format(utc(day))}
                    checked={day === value}
                    onChange={() => onChange(day)}
                    className="absolute inset-0 cursor-pointer appearance-none opacity-0"
                  />
                  <span aria-hidden="true">{Number(day.slice(8))}</span>
                </label>
              ) : (
                <span
                  key={day}
                  className={clsx(
                    "grid min-h-11 place-items-center rounded-control text-ink-soft",
                    closedDays.includes(day) && "line-through",
                    day === marked && "border-2 border-chart-2 text-ink",
                  )}
                >
                  {Number(day.slice(8))}
                </span>
              ),
            )}
          </div>
        </div>
      ))}
      <p aria-hidden="true" className="type-small flex flex-wrap gap-x-4 gap-y-1">
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-[3px] border border-field-line bg-tint" />
          {legend.choosable}
        </span>
        {marked && (
          <span className="flex items-center gap-1.5">
            <span className="size-2.5 rounded-[3px] bg-chart-2" />
            {legend.marked}
          </span>
        )}
      </p>
    </fieldset>
  );
}

/** The first day of each month from one day to another. */
function monthsBetween(first: string, last: string): string[] {
  const starts: string[] = [];
  for (const start = utc(`${first.slice(0, 7)}-01`); iso(start) <= last; start.setUTCMonth(start.getUTCMonth() + 1))
    starts.push(iso(start));
  return starts;
}

/** The days of a month, after the empty cells of the week in which it begins. */
function cellsOf(start: string): (string | null)[] {
  const day = utc(start);
  const cells: (string | null)[] = Array.from({ length: day.getUTCDay() }, () => null);
  for (; iso(day).slice(0, 7) === start.slice(0, 7); day.setUTCDate(day.getUTCDate() + 1)) cells.push(iso(day));
  return cells;
}

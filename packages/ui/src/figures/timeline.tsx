import { clsx } from "clsx";
import type { ReactNode } from "react";
import { DoneIcon } from "../icons/done-icon.tsx";

type Stop = { label: string; detail?: ReactNode; state: "DONE" | "NOW" | "LATER" };

type TimelineProps = {
  stops: readonly Stop[];
  /** What a screen reader says before the label of a stop that is done. */
  doneLabel: string;
};

/** What has happened, what happens now and what comes next, from top to bottom. */
export function Timeline({ stops, doneLabel }: TimelineProps) {
  return (
    <ol>
      {stops.map(({ label, detail, state }, at) => (
        <li
          key={label}
          aria-current={state === "NOW" ? "step" : undefined}
          className="group grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3.5"
        >
          <span className="grid grid-rows-[1.5rem_minmax(0,1fr)] justify-items-center">
            <Mark state={state} />
            {at < stops.length - 1 && (
              <span aria-hidden="true" className={clsx("w-0.5", state === "DONE" ? "bg-primary" : "bg-line")} />
            )}
          </span>
          <div className="min-w-0 pb-5 wrap-anywhere group-last:pb-0">
            <p className="font-semibold">
              {state === "DONE" && <span className="sr-only">{doneLabel}: </span>}
              {label}
            </p>
            {detail && <div className="type-small">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mark({ state }: { state: Stop["state"] }) {
  if (state === "DONE")
    return (
      <span className="grid size-6 place-items-center rounded-pill bg-primary text-on-primary">
        <DoneIcon />
      </span>
    );
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "grid size-6 place-items-center rounded-pill border-2 bg-card",
        state === "NOW" ? "border-primary" : "border-field-line",
      )}
    >
      {state === "NOW" && <span className="size-2.5 rounded-pill bg-primary" />}
    </span>
  );
}

import { clsx } from "clsx";

type TickProps = {
  kind: "checkbox" | "radio";
  id: string;
  name?: string;
  isSelected: boolean;
  isDisabled: boolean;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange: (isSelected: boolean) => void;
};

/** The native checkbox or radio button in the theme's colors. Native inputs work with every screen reader. */
export function Tick({ kind, id, name, isSelected, isDisabled, isInvalid, describedBy, onChange }: TickProps) {
  return (
    // As tall as one line of the label, so that the input is centered on the first line.
    <span className="relative mt-px grid h-lh min-h-6 w-6 shrink-0 place-items-center">
      <input
        type={kind}
        id={id}
        name={name}
        checked={isSelected}
        aria-disabled={isDisabled || undefined}
        aria-invalid={(kind === "checkbox" && isInvalid) || undefined}
        aria-describedby={describedBy}
        onChange={(event) => !isDisabled && onChange(event.target.checked)}
        className={clsx(
          "peer size-6 appearance-none border-2 border-field-line bg-card checked:border-focus checked:bg-primary aria-disabled:border-line aria-disabled:bg-disabled",
          kind === "checkbox" ? "rounded-mark" : "rounded-pill",
          isInvalid && "border-bad",
          !isDisabled && "cursor-pointer",
        )}
      />
      {kind === "checkbox" ? (
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="pointer-events-none absolute hidden size-4 fill-none stroke-on-primary stroke-2 peer-checked:block"
        >
          <path d="M3 8.5 6.5 12 13 4.5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      ) : (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute hidden size-2.5 rounded-pill bg-on-primary peer-checked:block"
        />
      )}
    </span>
  );
}

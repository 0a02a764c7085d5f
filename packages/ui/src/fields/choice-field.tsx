import { clsx } from "clsx";
import { useId } from "react";
import { describedBy, FieldNotes } from "./field-shell.tsx";
import { Tick } from "./tick.tsx";

type Choice<Value extends string> = {
  value: Value;
  label: string;
  description?: string;
  /** A figure at the end of the line of the label. */
  figure?: string;
  /** Why this choice is disabled. It can still be focused, and is described by this reason. */
  disabledReason?: string | null | undefined;
};

type ChoiceFieldProps<Value extends string> = {
  label: string;
  /** The heading of the screen asks the question, so that only screen readers need the label. */
  isLabelHidden?: boolean;
  hint?: string;
  error?: string | null | undefined;
  id?: string;
  /** Places short choices side by side. */
  inRow?: boolean;
  choices: readonly Choice<Value>[];
} & (
  | { kind: "one"; value: Value | null; onChange: (value: Value) => void }
  | { kind: "many"; value: readonly Value[]; onChange: (value: Value[]) => void }
);

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { kind, label, hint, error, isLabelHidden = false, inRow = false, choices } = props;
  const ownId = useId();
  const id = props.id ?? ownId;

  const isChosen = (value: Value) => (props.kind === "one" ? props.value === value : props.value.includes(value));
  function choose(value: Value, isSelected: boolean) {
    if (props.kind === "one") props.onChange(value);
    else props.onChange(isSelected ? [...props.value, value] : props.value.filter((chosen) => chosen !== value));
  }

  return (
    <fieldset
      id={id}
      tabIndex={-1}
      role={kind === "one" ? "radiogroup" : undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy(id, { hint, error })}
      aria-invalid={kind === "one" && error ? true : undefined}
      className="grid min-w-0 gap-2.5"
    >
      <legend id={`${id}-label`} className={isLabelHidden ? "sr-only" : "mb-1.5 font-semibold"}>
        {label}
      </legend>
      <div className={clsx("grid gap-2.5", inRow && "grid-cols-2")}>
        {choices.map(({ value, label: name, description, figure, disabledReason }) => {
          const choiceId = `${id}-${value}`;
          const texts = { hint: description, disabledReason };
          return (
            <label
              key={value}
              htmlFor={choiceId}
              className={clsx(
                "flex gap-3 rounded-control border bg-card px-4 py-3.5",
                error ? "border-bad" : "border-field-line",
                disabledReason
                  ? "border-line! text-ink-soft"
                  : "cursor-pointer hover:bg-tint has-checked:border-focus has-checked:bg-tint has-checked:inset-ring has-checked:inset-ring-focus",
              )}
            >
              <Tick
                kind={kind === "one" ? "radio" : "checkbox"}
                id={choiceId}
                name={id}
                isSelected={isChosen(value)}
                isDisabled={Boolean(disabledReason)}
                isInvalid={Boolean(error)}
                describedBy={describedBy(choiceId, texts)}
                onChange={(isSelected) => choose(value, isSelected)}
              />
              <span className="grid min-w-0 grow gap-0.5 wrap-anywhere">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
                  {name}
                  {figure && <span className="text-small tabular-nums">{figure}</span>}
                </span>
                {description && (
                  <span id={`${choiceId}-hint`} className="type-small">
                    {description}
                  </span>
                )}
                {disabledReason && (
                  <span id={`${choiceId}-reason`} className="type-small font-semibold">
                    {disabledReason}
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

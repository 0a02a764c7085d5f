import { useId } from "react";
import { ChevronIcon } from "../icons/chevron-icon.tsx";
import { describedBy, FieldNotes, type FieldTexts, fieldClasses } from "./field-shell.tsx";
import { TextField } from "./text-field.tsx";

type SelectProps<Value extends string> = FieldTexts & {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder: string;
  id?: string;
  name?: string;
  autoComplete?: string;
};

/** The browser's native select: familiar on phones, accessible to screen readers, and searchable by typing. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  placeholder,
  id: givenId,
  hint,
  error,
  disabledReason,
  ...select
}: SelectProps<Value>) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const texts = { hint, error, disabledReason };
  if (disabledReason) {
    const chosen = options.find((option) => option.value === value);
    return <TextField {...texts} id={id} label={label} value={chosen?.label ?? placeholder} readOnly />;
  }
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          value={value ?? ""}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
          aria-describedby={describedBy(id, texts)}
          aria-invalid={error ? true : undefined}
          className={`${fieldClasses} cursor-pointer appearance-none truncate pr-11 ${value === null ? "text-ink-soft" : ""}`}
        >
          <option value="" disabled hidden>
            {placeholder}
          </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center">
          <ChevronIcon />
        </span>
      </div>
      <FieldNotes id={id} {...texts} />
    </div>
  );
}

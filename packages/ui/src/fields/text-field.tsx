import { type ComponentProps, useId } from "react";
import { describedBy, FieldNotes, type FieldTexts, fieldClasses } from "./field-shell.tsx";

type TextFieldProps = Omit<ComponentProps<"input">, "className" | "disabled"> & FieldTexts & { label: string };

export function TextField({ label, hint, error, disabledReason, id: givenId, ...input }: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const texts = { hint, error, disabledReason };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        {...input}
        {...(disabledReason && { "aria-disabled": true, readOnly: true })}
        id={id}
        aria-describedby={describedBy(id, texts)}
        aria-invalid={error ? true : undefined}
        className={fieldClasses}
      />
      <FieldNotes id={id} {...texts} />
    </div>
  );
}

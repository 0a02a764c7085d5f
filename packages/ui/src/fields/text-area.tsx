import { type ComponentProps, useId } from "react";
import { describedBy, FieldNotes, type FieldTexts, fieldClasses } from "./field-shell.tsx";

type TextAreaProps = Omit<ComponentProps<"textarea">, "className" | "disabled"> &
  Omit<FieldTexts, "disabledReason"> & { label: string };

/** Text of several lines. */
export function TextArea({ label, hint, error, id: givenId, ...textarea }: TextAreaProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const texts = { hint, error };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        aria-describedby={describedBy(id, texts)}
        aria-invalid={error ? true : undefined}
        className={`${fieldClasses} h-auto min-h-28 py-2.5`}
      />
      <FieldNotes id={id} {...texts} />
    </div>
  );
}

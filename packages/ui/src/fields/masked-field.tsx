import { maskitoTransform } from "@maskito/core";
import { useMaskito } from "@maskito/react";
import { type RefCallback, useCallback, useId, useState } from "react";
import { describedBy, FieldNotes, type FieldTexts, fieldClasses } from "./field-shell.tsx";
import { type MaskKind, masks } from "./masks.ts";

type MaskedFieldProps = FieldTexts & {
  label: string;
  kind: MaskKind;
  /** The value as displayed or without its signs; the field shows it with them. */
  value: string;
  onChange: (shown: string) => void;
  id?: string;
  name?: string;
  autoComplete?: string;
  placeholder?: string;
  /** Shown as dots until the person chooses to show the value. */
  conceal?: { show: string; hide: string };
  inputRef?: RefCallback<HTMLInputElement>;
};

export function MaskedField({
  label,
  kind,
  value,
  onChange,
  id: givenId,
  conceal,
  inputRef,
  hint,
  error,
  disabledReason,
  autoComplete = completions[kind],
  ...input
}: MaskedFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const [shown, setShown] = useState(false);
  const masked = useMaskito({ options: masks[kind] });
  const ref = useCallback(
    (element: HTMLInputElement | null) => {
      masked(element);
      inputRef?.(element);
    },
    [masked, inputRef],
  );
  const texts = { hint, error, disabledReason };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          {...(disabledReason && { "aria-disabled": true, readOnly: true })}
          ref={ref}
          id={id}
          type={conceal && !shown ? "password" : kind === "phone" ? "tel" : "text"}
          inputMode={kind === "phone" ? "tel" : "numeric"}
          autoComplete={autoComplete}
          value={maskitoTransform(value, masks[kind])}
          onInput={(event) => onChange(event.currentTarget.value)}
          aria-describedby={describedBy(id, texts)}
          aria-invalid={error ? true : undefined}
          className={`${fieldClasses} ${conceal ? "pr-24" : ""}`}
        />
        {conceal && (
          <button
            type="button"
            aria-controls={id}
            aria-label={`${shown ? conceal.hide : conceal.show} ${label}`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 min-w-11 cursor-pointer rounded-control px-3 text-small font-semibold text-link underline underline-offset-3"
          >
            {shown ? conceal.hide : conceal.show}
          </button>
        )}
      </div>
      <FieldNotes id={id} {...texts} />
    </div>
  );
}

const completions: Record<MaskKind, string> = {
  phone: "tel",
  ssn: "off",
  ein: "off",
  date: "bday",
  code: "one-time-code",
};

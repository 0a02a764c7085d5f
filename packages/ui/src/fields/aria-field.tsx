import type { ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import type { FieldTexts } from "./field-shell.tsx";

/** The label of a React Aria field and the lines under it. React Aria connects them by ids. */
export function AriaField({
  label,
  hint,
  error,
  disabledReason,
  children,
}: FieldTexts & { label: string; children: ReactNode }) {
  return (
    <>
      <Label className="font-semibold">{label}</Label>
      {children}
      <FieldError className="type-small text-bad">{error}</FieldError>
      {(hint || disabledReason) && (
        <Text slot="description" className="type-small">
          {disabledReason || hint}
        </Text>
      )}
    </>
  );
}

export const ariaFieldClasses = "grid content-start gap-1.5";

import type { ReactNode } from "react";

/** The texts that every field may show besides its label. */
export type FieldTexts = {
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Why the field is disabled. It can still be focused, and is described by this reason. */
  disabledReason?: string | null | undefined;
};

export const fieldClasses =
  "min-h-13 w-full rounded-control border border-field-line bg-card px-3.5 text-ink placeholder:text-ink-soft aria-disabled:border-line aria-disabled:bg-disabled aria-disabled:text-on-disabled aria-invalid:border-bad aria-invalid:ring-3 aria-invalid:ring-bad-tint";

/** The ids for a field's aria-describedby. */
export function describedBy(id: string, { hint, error, disabledReason }: FieldTexts): string | undefined {
  const ids = [hint && `${id}-hint`, error && `${id}-error`, disabledReason && `${id}-reason`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** The lines under a field, whose ids `describedBy` returns. */
export function FieldNotes({ id, hint, error, disabledReason }: FieldTexts & { id: string }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} role="alert" className="type-small text-bad">
          {error}
        </p>
      )}
      {disabledReason && (
        <p id={`${id}-reason`} className="type-small">
          {disabledReason}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="type-small">
          {hint}
        </p>
      )}
    </>
  );
}

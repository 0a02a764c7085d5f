import { parseDate } from "@internationalized/date";
import { DateField as AriaDateField, DateInput, DateSegment } from "react-aria-components/DateField";
import { AriaField, ariaFieldClasses } from "./aria-field.tsx";
import { type FieldTexts, fieldClasses } from "./field-shell.tsx";

type DateFieldProps = FieldTexts & {
  label: string;
  /** An ISO date such as 2026-11-15. */
  value: string | null;
  onChange: (value: string | null) => void;
  first?: string;
  last?: string;
  id?: string;
};

export function DateField({ label, value, onChange, first, last, id, ...texts }: DateFieldProps) {
  return (
    <AriaDateField
      value={value === null ? null : parseDate(value)}
      onChange={(date) => onChange(date?.toString() ?? null)}
      {...(first && { minValue: parseDate(first) })}
      {...(last && { maxValue: parseDate(last) })}
      {...(id && { id })}
      isInvalid={Boolean(texts.error)}
      isReadOnly={Boolean(texts.disabledReason)}
      shouldForceLeadingZeros
      validationBehavior="aria"
      className={ariaFieldClasses}
    >
      <AriaField label={label} {...texts}>
        <DateInput
          className={`${fieldClasses} flex items-center data-invalid:border-bad data-invalid:ring-3 data-invalid:ring-bad-tint ${texts.disabledReason ? "border-line bg-disabled text-on-disabled" : ""}`}
        >
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-[4px] px-0.5 py-2 outline-none data-focused:bg-primary data-focused:text-on-primary data-placeholder:text-ink-soft data-placeholder:data-focused:text-on-primary data-[type=literal]:px-0"
            />
          )}
        </DateInput>
      </AriaField>
    </AriaDateField>
  );
}

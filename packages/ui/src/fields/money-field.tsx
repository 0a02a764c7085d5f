import { Input } from "react-aria-components/Input";
import { NumberField } from "react-aria-components/NumberField";
import { AriaField, ariaFieldClasses } from "./aria-field.tsx";
import { type FieldTexts, fieldClasses } from "./field-shell.tsx";

type MoneyFieldProps = FieldTexts & {
  label: string;
  amountCents: number | null;
  onChange: (amountCents: number | null) => void;
  leastCents?: number;
  mostCents?: number;
  id?: string;
  name?: string;
};

/** The person types dollars; the value is in whole cents. */
export function MoneyField({
  label,
  amountCents,
  onChange,
  leastCents = 0,
  mostCents,
  id,
  name,
  ...texts
}: MoneyFieldProps) {
  return (
    <NumberField
      value={amountCents === null ? Number.NaN : amountCents / 100}
      onChange={(dollars) => onChange(Number.isNaN(dollars) ? null : Math.round(dollars * 100))}
      minValue={leastCents / 100}
      {...(mostCents !== undefined && { maxValue: mostCents / 100 })}
      {...(id && { id })}
      {...(name && { name })}
      formatOptions={{ style: "currency", currency: "USD" }}
      isInvalid={Boolean(texts.error)}
      isReadOnly={Boolean(texts.disabledReason)}
      isWheelDisabled
      validationBehavior="aria"
      className={ariaFieldClasses}
    >
      <AriaField label={label} {...texts}>
        <Input
          aria-disabled={texts.disabledReason ? true : undefined}
          className={`${fieldClasses} data-invalid:border-bad data-invalid:ring-3 data-invalid:ring-bad-tint`}
        />
      </AriaField>
    </NumberField>
  );
}

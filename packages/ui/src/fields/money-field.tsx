import { useState } from "react";
import { useLocale } from "react-aria-components/I18nProvider";
import type { FieldTexts } from "./field-shell.tsx";
import { TextField } from "./text-field.tsx";
import { typedCents } from "./typed-money.ts";

type MoneyFieldProps = FieldTexts & {
  label: string;
  amountCents: number | null;
  /** Called with every change: null if the field is empty, NaN if its text is not an amount. */
  onChange: (amountCents: number | null) => void;
  id?: string;
  name?: string;
};

/** The person types dollars in the usual notations; the value is in whole cents. */
export function MoneyField({ amountCents, onChange, ...field }: MoneyFieldProps) {
  const { locale } = useLocale();
  // What is typed stays as it is until the field is left, and longer if it is not an amount.
  const [typed, setTyped] = useState<string | null>(null);
  const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (amountCents === null ? "" : dollars.format(amountCents / 100))}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(typedCents(target.value));
      }}
      onBlur={() => {
        if (!Number.isNaN(amountCents)) setTyped(null);
      }}
    />
  );
}

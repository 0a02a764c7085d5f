import { MoneyField } from "@inlay/ui/fields/money-field.tsx";
import type { ComponentProps } from "react";
import { useField } from "./use-field.ts";

// A module of its own, so that a screen without an amount does not load the amount field.

type FormMoneyProps = Omit<ComponentProps<typeof MoneyField>, "amountCents" | "onChange" | "error" | "id"> & {
  name: string;
};

export function FormMoney({ name, ...rest }: FormMoneyProps) {
  const { value, onChange, error } = useField<number | null>(name);
  return <MoneyField {...rest} id={name} name={name} amountCents={value} error={error} onChange={onChange} />;
}

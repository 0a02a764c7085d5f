import { MaskedField } from "@inlay/ui/fields/masked-field.tsx";
import { Select } from "@inlay/ui/fields/select.tsx";
import { TextField } from "@inlay/ui/fields/text-field.tsx";
import type { ComponentProps } from "react";
import { useField } from "./use-field.ts";

type Named<Props> = Omit<Props, "value" | "onChange" | "error" | "id"> & { name: string };

export function FormText({ name, ...rest }: Named<ComponentProps<typeof TextField>>) {
  const { value, onChange, error } = useField(name);
  return (
    <TextField
      {...rest}
      id={name}
      name={name}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        if (value !== value.trim()) onChange(value.trim());
      }}
    />
  );
}

export function FormMasked({ name, ...rest }: Named<ComponentProps<typeof MaskedField>>) {
  const { value, onChange, error } = useField(name);
  return <MaskedField {...rest} id={name} name={name} value={value} error={error} onChange={onChange} />;
}

export function FormSelect({ name, ...rest }: Named<ComponentProps<typeof Select<string>>>) {
  const { value, onChange, error } = useField(name);
  return <Select {...rest} id={name} name={name} value={value || null} error={error} onChange={onChange} />;
}

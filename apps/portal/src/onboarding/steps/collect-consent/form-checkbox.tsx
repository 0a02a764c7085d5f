import { Checkbox } from "@inlay/ui/fields/checkbox.tsx";
import type { ReactNode } from "react";
import { useField } from "../../../shared/forms/use-field.ts";

/** What a person confirms, at the foot of the card that it is about. */
export function FormCheckbox({ name, children }: { name: string; children: ReactNode }) {
  const { value, onChange, error } = useField<boolean>(name);
  return (
    <div className="-mb-2 border-line border-t pt-2 font-semibold">
      <Checkbox id={name} name={name} isSelected={value} onChange={onChange} error={error}>
        {children}
      </Checkbox>
    </div>
  );
}

import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { useLingui } from "@lingui/react/macro";
import { useField } from "../../shared/forms/use-field.ts";

/** A question with two answers. Neither is chosen at first. */
export function YesOrNo({ name, label }: { name: string; label: string }) {
  const { t } = useLingui();
  const { value, onChange, error } = useField<boolean | undefined>(name);
  return (
    <ChoiceField<"yes" | "no">
      kind="one"
      id={name}
      label={label}
      choices={[
        { value: "yes", label: t`Yes` },
        { value: "no", label: t`No` },
      ]}
      value={value === undefined ? null : value ? "yes" : "no"}
      onChange={(chosen) => onChange(chosen === "yes")}
      error={error}
      inRow
    />
  );
}

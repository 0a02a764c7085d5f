import { useLingui } from "@lingui/react/macro";
import { FormText } from "../../../shared/forms/form-fields.tsx";

/** An owner's percentage. */
export function OwnershipField({ label }: { label: string }) {
  const { t } = useLingui();
  return (
    <FormText
      name="ownershipPercentage"
      label={label}
      hint={t`In percent, for example 50 or 33.33`}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}

import { useLingui } from "@lingui/react/macro";
import { FormMasked } from "../../shared/forms/form-fields.tsx";

/** The Social Security number: half a line wide and masked until the person asks to see it. */
export function SsnField() {
  const { t } = useLingui();
  return (
    <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
      <FormMasked name="ssn" kind="ssn" label={t`Social Security number`} conceal={{ show: t`Show`, hide: t`Hide` }} />
    </div>
  );
}

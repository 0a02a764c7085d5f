import { useLingui } from "@lingui/react/macro";
import { FormMasked, FormText } from "./form-fields.tsx";

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

/** Where another owner is reached. */
export function CoOwnerEmailField() {
  const { t } = useLingui();
  return <FormText name="email" label={t`Email`} hint={t`Where we can reach them`} type="email" autoComplete="off" />;
}

/** What the primary owner says about another owner. */
export function CoOwnerFields() {
  const { t } = useLingui();
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <FormText name="firstName" label={t`First name`} autoComplete="off" />
        <FormText name="lastName" label={t`Last name`} autoComplete="off" />
      </div>
      <OwnershipField label={t`How much of the business they own`} />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <CoOwnerEmailField />
        <FormMasked
          name="phoneNumber"
          kind="phone"
          label={t`Phone number`}
          hint={t`If you know it`}
          autoComplete="off"
        />
      </div>
    </>
  );
}

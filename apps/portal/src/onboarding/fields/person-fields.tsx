import { useLingui } from "@lingui/react/macro";
import { FormMasked, FormText } from "../../shared/forms/form-fields.tsx";
import { AddressFields, shownAddressFields } from "./address-fields.tsx";

/** The wire names of a person's fields, which differ between the kinds of owners. */
export type PersonNames = { first: string; last: string; email: string; phone: string };

type PersonFieldsProps = { names: PersonNames; isManual: boolean; onManual: (isManual: boolean) => void };

export const shownPersonFields = ({ first, last, email, phone }: PersonNames, isManual: boolean) => [
  ...[first, last, email, phone],
  ...shownAddressFields(isManual),
];

/** The name, contact details and address of a person. */
export function PersonFields({ names, isManual, onManual }: PersonFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <FormText name={names.first} label={t`First name`} autoComplete="given-name" />
        <FormText name={names.last} label={t`Last name`} autoComplete="family-name" />
      </div>
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <FormText name={names.email} label={t`Email`} type="email" autoComplete="email" />
        <FormMasked name={names.phone} kind="phone" label={t`Phone number`} />
      </div>
      <AddressFields label={t`Home address`} isManual={isManual} onManual={onManual} />
    </>
  );
}

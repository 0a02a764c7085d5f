import { useLingui } from "@lingui/react/macro";
import { FormMasked, FormText } from "../shared/form-fields.tsx";
import { AddressFields, shownAddressFields } from "./address-fields.tsx";

/** What the fields of a person are called where they are sent; every owner's have names of their own. */
export type PersonNames = { first: string; last: string; email: string; phone: string };

type PersonFieldsProps = { names: PersonNames; isManual: boolean; onManual: (isManual: boolean) => void };

export const shownPersonFields = ({ first, last, email, phone }: PersonNames, isManual: boolean) => [
  ...[first, last, email, phone],
  ...shownAddressFields(isManual),
];

/** A person, how to reach them, and where they live. */
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

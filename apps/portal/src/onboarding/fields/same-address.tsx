import { Checkbox } from "@inlay/ui/fields/checkbox.tsx";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type AddressValues, inOneLine, isEqualAddress, noAddress } from "./address-values.ts";

/** Whether the form has the home address as its address, and the way to change that. What was typed before is brought back. */
// biome-ignore lint/suspicious/noExplicitAny: every form with the fields of an address has more fields.
export function useSameAddress(form: UseFormReturn<any, unknown, any>, home: AddressValues | null) {
  const [isSame, setSame] = useState(() => home !== null && isEqualAddress(form.getValues() as AddressValues, home));
  const typed = useRef<AddressValues>(noAddress);

  function onChange(isSelected: boolean) {
    const values = form.getValues() as AddressValues;
    if (isSelected) typed.current = values;
    const filled = isSelected && home ? home : typed.current;
    for (const name of Object.keys(noAddress) as (keyof AddressValues)[]) form.setValue(name, filled[name]);
    form.clearErrors(Object.keys(noAddress));
    setSame(isSelected);
  }
  return { isSame, onChange };
}

type SameAddressProps = { home: AddressValues; isSame: boolean; onChange: (isSame: boolean) => void };

export function SameAddress({ home, isSame, onChange }: SameAddressProps) {
  return (
    <Checkbox id="sameAddress" isSelected={isSame} onChange={onChange} hint={inOneLine(home)}>
      <Trans>The business address is my home address</Trans>
    </Checkbox>
  );
}

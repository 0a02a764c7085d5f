import { resolveAddress, suggestAddresses } from "@inlay/contracts/calls/addresses.ts";
import { unservedCountryMessage } from "@inlay/contracts/fields/fields.ts";
import { isWholeAddress, readAddress } from "@inlay/contracts/fields/read-address.ts";
import { usStates } from "@inlay/contracts/fields/us-states.ts";
import { Button } from "@inlay/ui/button.tsx";
import { ComboField } from "@inlay/ui/fields/combo-field.tsx";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { type FieldErrors, useFormContext } from "react-hook-form";
import type { Draft } from "../../shared/flow/flow.ts";
import { FormSelect, FormText } from "../../shared/forms/form-fields.tsx";
import type { ShownField } from "../../shared/forms/step-form.tsx";
import { useField } from "../../shared/forms/use-field.ts";
import { useWords } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import {
  type AddressValues,
  countries,
  inOneLine,
  isPartOfAddress,
  isSameAddress,
  noAddress,
  pickedAddress,
} from "./address-values.ts";

const manualFields = ["addressLineOne", "addressLineTwo", "city", "state", "zipcode", "country"] as const;

/** The first error of the address, shown at the search field that represents all its parts. */
function addressError(errors: FieldErrors): string | undefined {
  const messageOf = (name: string) => errors[name]?.message as string | undefined;
  // An unserved country outweighs every other error.
  if (messageOf("country") === unservedCountryMessage) return unservedCountryMessage;
  return manualFields.map(messageOf).find(Boolean);
}

/** The shown fields: one search field that represents all parts, or each part by itself. */
export const shownAddressFields = (isManual: boolean): readonly ShownField[] =>
  isManual ? manualFields : [{ fieldId: "addressLineOne", error: addressError }];

/** Whether the parts are typed by hand. A draft with some parts of an address is continued so. */
export const useManualAddress = (draft: Draft | null) => useState(() => isPartOfAddress(draft));

type AddressFieldsProps = {
  label: string;
  isManual: boolean;
  onManual: (isManual: boolean) => void;
};

export function AddressFields({ label, isManual, onManual }: AddressFieldsProps) {
  useUnservedCountry();
  return isManual ? (
    <ManualAddress label={label} onSearch={() => onManual(false)} />
  ) : (
    <AddressSearch label={label} onManual={() => onManual(true)} />
  );
}

/**
 * A search field with suggestions. A picked suggestion fills the parts and is verified. Typed text is read into the parts; if some are
 * missing when the form is sent, the fields of the parts are shown with what could be read.
 */
function AddressSearch({ label, onManual }: { label: string; onManual: () => void }) {
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const { sentence } = useWords();
  const { setValue, getValues, clearErrors, trigger, formState } = useFormContext<AddressValues>();
  const session = useRef(crypto.randomUUID());
  const lookedUp = useRef("");
  const [typed, setTyped] = useState(() => inOneLine(getValues()));
  const [isWhole, setWhole] = useState(() => isWholeAddress(getValues()));
  const [isUnavailable, setUnavailable] = useState(false);

  const suggest = useCallback(
    async (input: string) => {
      const { isAvailable, suggestions } = await ask(suggestAddresses, { body: { input, session: session.current } });
      setUnavailable(!isAvailable);
      return suggestions.map(({ id, text }) => ({ id, label: text }));
    },
    [ask],
  );

  function fill(address: Partial<AddressValues>) {
    const { addressLineTwo } = getValues();
    const filled = { ...noAddress, ...address, addressLineTwo: address.addressLineTwo || addressLineTwo };
    for (const [name, value] of Object.entries(filled)) setValue(name as keyof AddressValues, value);
  }

  function read(text: string) {
    const parts = readAddress(text);
    setTyped(text);
    setWhole(isWholeAddress(parts));
    fill(parts);
    // The next submission checks what is typed now.
    clearErrors([...manualFields]);
  }

  const resolve = async (id: string) => {
    const { address } = await ask(resolveAddress, { body: { id, session: session.current } }).catch(() => ({
      address: null,
    }));
    session.current = crypto.randomUUID();
    return address;
  };

  async function pick({ id, label: text }: { id: string; label: string }) {
    setTyped(text);
    const picked = pickedAddress(await resolve(id));
    fill({ ...readAddress(text), ...picked });
    // The person completes an incomplete address by hand.
    if (!picked.verified) return onManual();
    clearErrors([...manualFields]);
    setWhole(true);
    await trigger("country");
  }

  /** Looks up an address that was typed and not picked. If it is found, it is as good as picked; if not, it stays as typed. */
  async function lookUp() {
    const before = getValues();
    const { addressLineOne, city, state, zipcode, verified } = before;
    const isTyped = !verified && isWholeAddress(before);
    if (!isTyped || lookedUp.current === typed) return;
    lookedUp.current = typed;
    const [first] = await suggest(`${addressLineOne}, ${city}, ${state}`).catch(() => []);
    const address = first ? await resolve(first.id) : null;
    const { addressLineOne: street, zipcode: zip } = getValues();
    if (address && isSameAddress(before, address) && street === addressLineOne && zip === zipcode)
      fill({ ...address, verified: true });
  }

  const wrong = addressError(formState.errors);
  const isIncomplete = Boolean(wrong) && wrong !== unservedCountryMessage && typed.trim() !== "";
  useEffect(() => {
    if (isIncomplete) onManual();
  }, [isIncomplete, onManual]);

  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <ComboField
          id="addressLineOne"
          name="addressLineOne"
          label={label}
          value={typed}
          hint={t`Choose it from the list, or type street, city, state and ZIP code.`}
          onChange={read}
          onPick={(suggestion) => void pick(suggestion)}
          onLeave={() => void lookUp()}
          suggest={suggest}
          texts={{
            list: t`Suggestions`,
            short: t`Keep typing to see addresses`,
            asking: t`Looking…`,
            none: isUnavailable
              ? t`Suggestions are not available right now. Please enter the address by hand.`
              : t`No address found. You can enter it by hand.`,
            found: (count) => plural(count, { one: "# address to choose from", other: "# addresses to choose from" }),
          }}
          error={wrong && !isIncomplete ? sentence(wrong) : null}
        />
        <div>
          <Button variant="text" className="text-small" onClick={onManual}>
            <Trans>Can't find your address?</Trans>
          </Button>
        </div>
      </div>
      {isWhole && <FormText name="addressLineTwo" label={t`Unit or apartment number`} hint={t`If there is one`} />}
    </div>
  );
}

function ManualAddress({ label, onSearch }: { label: string; onSearch: () => void }) {
  const { t } = useLingui();
  const { setValue, getValues, clearErrors, formState } = useFormContext<AddressValues>();
  const { isSubmitted } = formState;
  const { value: country } = useField("country");
  const legend = useId();
  const countryNames = { "United States": t`United States`, "Puerto Rico": t`Puerto Rico` };

  // Puerto Rico has one state, PR, so there is nothing to choose.
  useEffect(() => {
    if (country === "Puerto Rico") setValue("state", "PR", { shouldValidate: isSubmitted });
    else if (getValues("state") === "PR") setValue("state", "");
  }, [country, setValue, getValues, isSubmitted]);

  // A manually typed address is not verified.
  useEffect(() => setValue("verified", false), [setValue]);

  return (
    <fieldset aria-labelledby={legend} className="grid gap-4">
      <legend id={legend} className="mb-3 font-semibold">
        {label}
      </legend>
      <FormText name="addressLineOne" label={t`Address line 1`} autoComplete="address-line1" />
      <FormText name="addressLineTwo" label={t`Unit or apartment number`} autoComplete="address-line2" />
      <FormText name="city" label={t`City`} autoComplete="address-level2" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect
          name="state"
          label={t`State`}
          placeholder={t`Choose a state`}
          autoComplete="address-level1"
          options={usStates.map((state) => ({ value: state, label: state }))}
          disabledReason={country === "Puerto Rico" ? t`Puerto Rico needs no state.` : null}
        />
        <FormText name="zipcode" label={t`Zip code`} inputMode="numeric" autoComplete="postal-code" />
      </div>
      <FormSelect
        name="country"
        label={t`Country`}
        placeholder={t`Choose a country`}
        autoComplete="country-name"
        options={countries.map((value) => ({ value, label: countryNames[value] }))}
      />
      <div>
        <Button
          variant="text"
          className="text-small"
          onClick={() => {
            clearErrors([...manualFields]);
            onSearch();
          }}
        >
          <Trans>Search for the address instead</Trans>
        </Button>
      </div>
    </fieldset>
  );
}

/** Reports an unserved country to the server, without the address. */
function useUnservedCountry(): void {
  const { report } = usePortalSession();
  const { formState } = useFormContext<AddressValues>();
  const isUnserved = formState.errors.country?.message === unservedCountryMessage;
  useEffect(() => {
    if (isUnserved) report({ eventType: "UNSUPPORTED_COUNTRY_ENTERED" });
  }, [isUnserved, report]);
}

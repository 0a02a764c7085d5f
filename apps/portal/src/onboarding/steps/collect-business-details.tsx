import { collectBusinessDetails } from "@inlay/contracts/onboarding/steps/collect-business-details.ts";
import { stepMinutes } from "@inlay/lending/onboarding/minutes.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormMasked, FormText } from "../../shared/forms/form-fields.tsx";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { NotOfferedInState } from "../early-answers.tsx";
import { AddressFields, shownAddressFields, useManualAddress } from "../fields/address-fields.tsx";
import { addressValues } from "../fields/address-values.ts";
import { BusinessNameField } from "../fields/business-name-field.tsx";
import { SameAddress, useSameAddress } from "../fields/same-address.tsx";
import type { StepScreen } from "../step-screen.ts";

export function CollectBusinessDetails(props: StepScreen<"COLLECT_BUSINESS_DETAILS">) {
  const { data, draft, onBack, takesFocus } = props;
  const { t } = useLingui();
  const minutes = stepMinutes.COLLECT_BUSINESS_DETAILS;
  const [isManual, setManual] = useManualAddress(draft);
  const stepForm = useStepForm({
    ...props,
    shape: collectBusinessDetails.completion,
    values: {
      businessName: data.businessName ?? "",
      phoneNumber: data.phoneNumber ?? "",
      website: data.website ?? "",
      ...addressValues(data.address, data.verified),
    },
    refusedFields: { BUSINESS_NAME_ALREADY_EXIST_EXCEPTION: "businessName" },
  });
  const home = data.homeAddress ? addressValues(data.homeAddress.address, data.homeAddress.verified) : null;
  const { isSame, onChange } = useSameAddress(stepForm.form, home);
  return (
    <StepForm
      {...stepForm}
      title={t`Now, tell us more about the business`}
      lead={<Trans>We use this to find your business record. It takes about {minutes} minutes.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: <Trans>Name and address let us confirm that the business exists and is in good standing.</Trans>,
      }}
      takesFocus={takesFocus}
      fields={["businessName", "phoneNumber", "website", ...(isSame ? [] : shownAddressFields(isManual))]}
      onBack={onBack}
    >
      <BusinessNameField />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <FormMasked name="phoneNumber" kind="phone" label={t`Business phone number`} />
        <FormText
          name="website"
          label={t`Website`}
          hint={t`No website? A page about the business on Facebook, Instagram or Google will do.`}
          type="url"
          inputMode="url"
          autoComplete="url"
        />
      </div>
      {home && <SameAddress home={home} isSame={isSame} onChange={onChange} />}
      {!isSame && <AddressFields label={t`Business address`} isManual={isManual} onManual={setManual} />}
      <NotOfferedInState notOffered={data.notOffered} stateField="state" />
    </StepForm>
  );
}

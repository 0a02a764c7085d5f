import { businessForm } from "@inlay/contracts/onboarding/additional-inputs/verify-business-information.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormMasked } from "../../shared/forms/form-fields.tsx";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { AddressFields, shownAddressFields } from "../fields/address-fields.tsx";
import { addressValues } from "../fields/address-values.ts";
import { BusinessNameField } from "../fields/business-name-field.tsx";
import type { InputScreen } from "./input-screen.ts";

export function VerifyBusinessInformation(props: InputScreen<"VERIFY_BUSINESS_INFORMATION">) {
  const { data, onComplete, takesFocus } = props;
  const { t } = useLingui();
  const [isManual, setManual] = useState(false);
  const stepForm = useStepForm({
    shape: businessForm,
    values: {
      businessName: data.businessName ?? "",
      phoneNumber: data.phoneNumber ?? "",
      tin: "",
      ...addressValues(data.address, data.verified),
    },
    refusedFields: { BUSINESS_NAME_ALREADY_EXIST_EXCEPTION: "businessName" },
    onComplete: (businessStepPayload) => onComplete({ businessStepPayload }),
  });
  return (
    <StepForm
      {...stepForm}
      title={t`Confirm business and provide your EIN`}
      lead={
        <Trans>We could not find your business in the registers. Please write it the way your tax papers do.</Trans>
      }
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            With its EIN the registers tell your business apart from others of a similar name. You find it on the letter
            that the IRS sent, and on your tax returns.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={["businessName", "tin", "phoneNumber", ...shownAddressFields(isManual)]}
      onBack={null}
    >
      <BusinessNameField />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <FormMasked name="tin" kind="ein" label={t`EIN`} hint={t`9 digits`} />
        <FormMasked name="phoneNumber" kind="phone" label={t`Business phone number`} />
      </div>
      <AddressFields label={t`Business address`} isManual={isManual} onManual={setManual} />
    </StepForm>
  );
}

import { collectPersonalDetails } from "@inlay/contracts/onboarding/steps/collect-personal-details.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormMasked, FormText } from "../../shared/form-fields.tsx";
import { AddressFields, addressValues, shownAddressFields } from "../address-fields.tsx";
import { StepForm } from "../step-form.tsx";
import type { StepScreen } from "../step-screen.ts";
import { useStepForm } from "../use-step-form.ts";

export function CollectPersonalDetails(props: StepScreen<"COLLECT_PERSONAL_DETAILS">) {
  const { data, onBack, takesFocus } = props;
  const { t } = useLingui();
  const [isManual, setManual] = useState(false);
  const stepForm = useStepForm({
    ...props,
    shape: collectPersonalDetails.completion,
    values: {
      primaryBusinessOwnerFirstName: data.primaryBusinessOwnerFirstName ?? "",
      primaryBusinessOwnerLastName: data.primaryBusinessOwnerLastName ?? "",
      primaryBusinessOwnerEmail: data.primaryBusinessOwnerEmail ?? "",
      phoneNumber: data.phoneNumber ?? "",
      ...addressValues(data.address),
    },
    refusedFields: { USER_EMAIL_ALREADY_EXIST_EXCEPTION: "primaryBusinessOwnerEmail" },
  });
  return (
    <StepForm
      {...stepForm}
      title={t`First, tell us who owns this business`}
      lead={<Trans>The person who owns the largest part and will sign. You can stop at any time and come back.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            The law asks every lender to know who owns the businesses it finances. Looking at an offer does not affect
            anyone's credit score.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={[
        "primaryBusinessOwnerFirstName",
        "primaryBusinessOwnerLastName",
        "primaryBusinessOwnerEmail",
        "phoneNumber",
        ...shownAddressFields(isManual),
      ]}
      onBack={onBack}
    >
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <FormText name="primaryBusinessOwnerFirstName" label={t`First name`} autoComplete="given-name" />
        <FormText name="primaryBusinessOwnerLastName" label={t`Last name`} autoComplete="family-name" />
      </div>
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <FormText name="primaryBusinessOwnerEmail" label={t`Email`} type="email" autoComplete="email" />
        <FormMasked name="phoneNumber" kind="phone" label={t`Phone number`} />
      </div>
      <AddressFields label={t`Home address`} isManual={isManual} onManual={setManual} />
    </StepForm>
  );
}

import { collectPersonalDetails } from "@inlay/contracts/onboarding/steps/collect-personal-details.ts";
import type { ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { useManualAddress } from "../fields/address-fields.tsx";
import { addressValues } from "../fields/address-values.ts";
import { PersonFields, shownPersonFields } from "../fields/person-fields.tsx";
import type { StepScreen } from "../step-screen.ts";

/** The wire names of the primary owner's fields. */
export const ownerNames = {
  first: "primaryBusinessOwnerFirstName",
  last: "primaryBusinessOwnerLastName",
  email: "primaryBusinessOwnerEmail",
  phone: "phoneNumber",
};

export const ownerRefusedFields = { USER_EMAIL_ALREADY_EXIST_EXCEPTION: "primaryBusinessOwnerEmail" } as const;

export const ownerValues = (data: ScreenData<"COLLECT_PERSONAL_DETAILS">) => ({
  primaryBusinessOwnerFirstName: data.primaryBusinessOwnerFirstName ?? "",
  primaryBusinessOwnerLastName: data.primaryBusinessOwnerLastName ?? "",
  primaryBusinessOwnerEmail: data.primaryBusinessOwnerEmail ?? "",
  phoneNumber: data.phoneNumber ?? "",
  ...addressValues(data.address, data.verified),
});

export function CollectPersonalDetails(props: StepScreen<"COLLECT_PERSONAL_DETAILS">) {
  const { data, draft, onBack, takesFocus } = props;
  const { t } = useLingui();
  const [isManual, setManual] = useManualAddress(draft);
  const stepForm = useStepForm({
    ...props,
    shape: collectPersonalDetails.completion,
    values: ownerValues(data),
    refusedFields: ownerRefusedFields,
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
      fields={shownPersonFields(ownerNames, isManual)}
      onBack={onBack}
    >
      <PersonFields names={ownerNames} isManual={isManual} onManual={setManual} />
    </StepForm>
  );
}

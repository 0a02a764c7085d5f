import { type CoOwnerScreenData, coOwnerStepContracts } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import type { StepScreen } from "../../shared/flow/flow.ts";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { useManualAddress } from "../fields/address-fields.tsx";
import { addressValues } from "../fields/address-values.ts";
import { PersonFields, type PersonNames, shownPersonFields } from "../fields/person-fields.tsx";

type Known = CoOwnerScreenData<"COLLECT_PERSONAL_DETAILS">;
type PersonalDetailsProps = StepScreen<Known, object>;

export const coOwnerNames: PersonNames = {
  first: "secondaryOwnerFirstName",
  last: "secondaryOwnerLastName",
  email: "secondaryOwnerEmail",
  phone: "secondaryOwnerPhoneNumber",
};

export const coOwnerValues = ({ secondaryOwnerPhoneNumber, address, verified, ...known }: Known) => ({
  ...known,
  secondaryOwnerPhoneNumber: secondaryOwnerPhoneNumber ?? "",
  ...addressValues(address, verified),
});

export const coOwnerRefusedFields = { USER_EMAIL_ALREADY_EXIST_EXCEPTION: "secondaryOwnerEmail" } as const;

/** The details that the primary owner entered, which the co-owner corrects and completes. */
export function PersonalDetails(props: PersonalDetailsProps) {
  const { data, draft, onBack, takesFocus } = props;
  const { t } = useLingui();
  const [isManual, setManual] = useManualAddress(draft);
  const stepForm = useStepForm({
    ...props,
    shape: coOwnerStepContracts.COLLECT_PERSONAL_DETAILS.completion,
    values: coOwnerValues(data),
    refusedFields: coOwnerRefusedFields,
  });
  return (
    <StepForm
      {...stepForm}
      title={t`Check your own details`}
      lead={<Trans>Please correct what is not right. Your name should be as on your ID.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            We need these details to know who you are. Your home address is not shown to the other owners or to the
            platform.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={shownPersonFields(coOwnerNames, isManual)}
      onBack={onBack}
    >
      <PersonFields names={coOwnerNames} isManual={isManual} onManual={setManual} />
    </StepForm>
  );
}

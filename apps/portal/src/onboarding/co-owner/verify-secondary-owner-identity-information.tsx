import { coOwnerIdentityForm } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { PersonFields, shownPersonFields } from "../fields/person-fields.tsx";
import { SsnField } from "../fields/ssn-field.tsx";
import type { CoOwnerInputScreen } from "./co-owner-input-screen.ts";
import { coOwnerNames, coOwnerRefusedFields, coOwnerValues } from "./personal-details.tsx";

/** The co-owner's details once more, with the Social Security number. */
export function VerifySecondaryOwnerIdentityInformation(props: CoOwnerInputScreen) {
  const { data, onComplete, onBack, takesFocus } = props;
  const { t } = useLingui();
  const [isManual, setManual] = useState(false);
  const stepForm = useStepForm({
    shape: coOwnerIdentityForm,
    values: { ...coOwnerValues(data), ssn: "" },
    onComplete: ({ ssn, ...personalStepPayload }) => onComplete({ personalStepPayload, ssn }),
    refusedFields: coOwnerRefusedFields,
  });
  return (
    <StepForm
      {...stepForm}
      title={t`Confirm your details and provide your SSN`}
      lead={<Trans>We could not find you with what we have. A small difference is often enough.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            Your Social Security number tells you apart from others of the same name. It is stored encrypted, nobody at
            the business sees it, and the check does not affect your credit score.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={[...shownPersonFields(coOwnerNames, isManual), "ssn"]}
      onBack={onBack}
    >
      <PersonFields names={coOwnerNames} isManual={isManual} onManual={setManual} />
      <SsnField />
    </StepForm>
  );
}

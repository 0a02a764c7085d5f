import { identityForm } from "@inlay/contracts/onboarding/additional-inputs/verify-user-identity-information.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { PersonFields, shownPersonFields } from "../fields/person-fields.tsx";
import { SsnField } from "../fields/ssn-field.tsx";
import { ownerNames, ownerRefusedFields, ownerValues } from "../steps/collect-personal-details.tsx";
import type { InputScreen } from "./input-screen.ts";

export function VerifyUserIdentityInformation(props: InputScreen<"VERIFY_USER_IDENTITY_INFORMATION">) {
  const { data, onComplete, takesFocus } = props;
  const { t } = useLingui();
  const [isManual, setManual] = useState(false);
  const stepForm = useStepForm({
    shape: identityForm,
    values: { ...ownerValues(data), ssn: "" },
    refusedFields: ownerRefusedFields,
    onComplete: ({ ssn, ...personalStepPayload }) => onComplete({ personalStepPayload, ssn }),
  });
  return (
    <StepForm
      {...stepForm}
      title={t`Confirm primary business owner and provide SSN`}
      lead={<Trans>We could not find you with what we have. A small difference is often enough.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            Your Social Security number tells you apart from others of the same name. It is stored encrypted, and the
            check does not affect your credit score.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={[...shownPersonFields(ownerNames, isManual), "ssn"]}
      onBack={null}
    >
      <PersonFields names={ownerNames} isManual={isManual} onManual={setManual} />
      <SsnField />
    </StepForm>
  );
}

import { type CoOwnerRequestedInput, coOwnerIdentityForm } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CreditLocked } from "../additional-inputs/credit-locked.tsx";
import { PersonFields, shownPersonFields } from "../fields/person-fields.tsx";
import { SsnField } from "../fields/ssn-field.tsx";
import { StepForm } from "../step-form.tsx";
import { TestHelper } from "../test-business/test-helper.tsx";
import { useStepForm } from "../use-step-form.ts";
import type { CompleteCoOwnerStep } from "./co-owner-workflow.ts";
import { coOwnerNames, coOwnerRefusedFields, coOwnerValues } from "./personal-details.tsx";

type RequestedInputProps = { data: CoOwnerRequestedInput; onAnswer: CompleteCoOwnerStep; takesFocus: boolean };

const identity = "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION";

/** The inputs requested after the credit bureau's report, one at a time. */
export function RequestedInput({ data, onAnswer, takesFocus }: RequestedInputProps) {
  const subStep = data.subSteps[0]?.subStep;
  return subStep === identity ? (
    <>
      <Identity person={data.person} onAnswer={onAnswer} takesFocus={takesFocus} />
      <TestHelper of={identity} data={data.person} onComplete={(answer) => onAnswer(answer, identity)} />
    </>
  ) : (
    <CreditLocked
      onContinue={() => onAnswer({}, "VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED")}
      takesFocus={takesFocus}
    />
  );
}

type AnswerProps = Omit<RequestedInputProps, "data">;

function Identity({ person, onAnswer, takesFocus }: AnswerProps & { person: CoOwnerRequestedInput["person"] }) {
  const { t } = useLingui();
  const [isManual, setManual] = useState(false);
  const stepForm = useStepForm({
    shape: coOwnerIdentityForm,
    values: { ...coOwnerValues(person), ssn: "" },
    onComplete: ({ ssn, ...personalStepPayload }) => onAnswer({ personalStepPayload, ssn }, identity),
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
      onBack={null}
    >
      <PersonFields names={coOwnerNames} isManual={isManual} onManual={setManual} />
      <SsnField />
    </StepForm>
  );
}

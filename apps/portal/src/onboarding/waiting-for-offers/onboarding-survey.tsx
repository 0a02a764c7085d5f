import { answerOnboardingSurvey } from "@inlay/contracts/calls/onboarding.ts";
import { onboardingSurvey, type ReasonForApplying, reasonsForApplying } from "@inlay/contracts/onboarding/survey.ts";
import { ErrorSummary } from "@inlay/ui/feedback/error-summary.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { FormProvider, useFormContext } from "react-hook-form";
import { FormText } from "../../shared/forms/form-fields.tsx";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { useField } from "../../shared/forms/use-field.ts";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

type OnboardingSurveyProps = { takesFocus: boolean; onDone: (isAnswered: boolean) => void };

/** ONBOARDING_SURVEY: an optional question about the reason for applying. */
export function OnboardingSurvey({ takesFocus, onDone }: OnboardingSurveyProps) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const { form, submit, submission, refusal, busy } = useStepForm({
    shape: onboardingSurvey,
    values: { reasonForApplying: null, reasonForApplyingOther: "" },
    onComplete: async (answer) => {
      await ask(answerOnboardingSurvey, { body: answer });
      onDone(true);
    },
  });
  const wrong = form.formState.errors.reasonForApplying?.message;
  return (
    <Screen
      title={t`We value your feedback`}
      lead={<Trans>Your answer does not change our decision. It helps us to make this better.</Trans>}
      takesFocus={takesFocus}
      isWrong={wrong ? t`Error:` : false}
    >
      <FormProvider {...form}>
        <form
          noValidate
          className="grid gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void submit();
          }}
        >
          <Survey submission={submission} />
          <FormFooter primary={{ busy }} tertiary={{ label: t`Skip`, onPress: () => onDone(false) }}>
            {refusal && (
              <Notice tone="error">
                <p>{refusal}</p>
              </Notice>
            )}
          </FormFooter>
        </form>
      </FormProvider>
    </Screen>
  );
}

function Survey({ submission }: { submission: number }) {
  const { t } = useLingui();
  const { trigger } = useFormContext();
  const { value, onChange, error } = useField<ReasonForApplying | null>("reasonForApplying");
  const { value: other } = useField("reasonForApplyingOther");
  // Either answer is enough, so typed text clears the error of the choice.
  useEffect(() => {
    if (error && other) void trigger("reasonForApplying");
  }, [error, other, trigger]);
  const words: Record<ReasonForApplying, string> = {
    TO_GROW_YOUR_BUSINESS: t`To grow your business`,
    TO_MAINTAIN_BUSINESS_FINANCIAL_HEALTH: t`To maintain business financial health`,
    TO_PURCHASE_NEW_EQUIPMENT_OR_INVENTORY: t`To purchase new equipment or inventory`,
  };
  return (
    <>
      <ErrorSummary
        title={t`Please check these answers`}
        errors={error ? [{ fieldId: "reasonForApplying", message: error }] : []}
        submission={submission}
      />
      <ChoiceField<ReasonForApplying>
        kind="one"
        id="reasonForApplying"
        label={t`Why are you applying for financing?`}
        choices={reasonsForApplying.map((reason) => ({ value: reason, label: words[reason] }))}
        value={value}
        onChange={onChange}
        error={error}
      />
      <FormText name="reasonForApplyingOther" label={t`Something else`} hint={t`In your own words`} maxLength={1000} />
    </>
  );
}

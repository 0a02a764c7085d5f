import type { ConsentKind } from "@inlay/contracts/onboarding/agreements.ts";
import { collectConsent, consentWithCreditCheck } from "@inlay/contracts/onboarding/steps/collect-consent.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Checkbox } from "@inlay/ui/fields/checkbox.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../shared/api/api.ts";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useField } from "../../shared/forms/use-field.ts";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { useWords } from "../../shared/language/words.ts";
import type { StepScreen } from "../step-screen.ts";

type CollectConsentProps = StepScreen<"COLLECT_CONSENT"> & {
  /** What happens next, for a co-owner. */
  whatNext?: ReactNode;
};

/** The agreements in full, with a checkbox under each. The answer contains the language and the versions that were shown. */
export function CollectConsent({ data, onComplete, onBack, takesFocus, whatNext }: CollectConsentProps) {
  const { t } = useLingui();
  const { language } = useWords();
  const queryClient = useQueryClient();
  const { isCreditCheckEnabled, agreements } = data;
  const stepForm = useStepForm({
    shape: isCreditCheckEnabled ? consentWithCreditCheck : collectConsent.completion,
    values: { agreeToTermsAndPrivacyPolicy: false, ...(isCreditCheckEnabled && { agreeToSoftPull: false }) },
    // The checkboxes have no draft: consent is given in one session.
    onComplete: async (answer) => {
      const versions = Object.fromEntries(agreements.map(({ kind, version }) => [kind, version]));
      try {
        await onComplete({ ...answer, shown: { language, versions } });
      } catch (error) {
        if (error instanceof ApiError && error.code === "CONSENT_TEXT_CHANGED")
          void queryClient.invalidateQueries({ queryKey: ["step"] });
        throw error;
      }
    },
  });
  const words = (kind: ConsentKind) => agreements.find((one) => one.kind === kind)?.text[language] ?? "";
  return (
    <StepForm
      {...stepForm}
      title={t`Last, review and accept terms`}
      lead={<Trans>Please read what you agree to. Nothing is ticked for you.</Trans>}
      aside={{
        title: t`What happens next`,
        body: whatNext ?? (
          <Trans>
            We confirm your information, which usually takes less than a minute. Then we look for offers and tell you
            the next steps within 48 hours or less.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={["agreeToTermsAndPrivacyPolicy", "agreeToSoftPull"]}
      continueLabel={t`Agree and continue`}
      onBack={onBack}
    >
      <Agreement
        title={t`Terms and privacy`}
        name="agreeToTermsAndPrivacyPolicy"
        label={t`I agree to the terms, to the privacy policy and to electronic records`}
      >
        <Paragraphs text={words("TERMS_AND_PRIVACY")} />
        <h3 className="mt-1 font-semibold text-ink">{t`Electronic records`}</h3>
        <Paragraphs text={words("E_SIGN")} />
      </Agreement>
      {isCreditCheckEnabled && (
        <Agreement
          title={t`Credit check`}
          name="agreeToSoftPull"
          label={t`I agree to a soft credit check, which does not affect my credit score`}
        >
          <Paragraphs text={words("SOFT_PULL")} />
        </Agreement>
      )}
    </StepForm>
  );
}

type AgreementProps = { title: string; name: string; label: string; children: ReactNode };

function Agreement({ title, name, label, children }: AgreementProps) {
  const { value, onChange, error } = useField<boolean>(name);
  return (
    <Card className="grid gap-3">
      <h2 className="type-subheader">{title}</h2>
      <div className="grid gap-2.5 text-small text-ink-soft">{children}</div>
      <div className="-mb-2 border-line border-t pt-2 font-semibold">
        <Checkbox id={name} name={name} isSelected={value} onChange={onChange} error={error}>
          {label}
        </Checkbox>
      </div>
    </Card>
  );
}

const Paragraphs = ({ text }: { text: string }) => text.split("\n\n").map((words) => <p key={words}>{words}</p>);

import type { ConsentKind } from "@inlay/contracts/onboarding/agreements.ts";
import type { CoOwnerCompletion, CoOwnerScreenData } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod/mini";
import { ApiError } from "../../../shared/api/api.ts";
import type { Draft, StepScreen } from "../../../shared/flow/flow.ts";
import { StepForm } from "../../../shared/forms/step-form.tsx";
import { useStepForm } from "../../../shared/forms/use-step-form.ts";
import { useWords } from "../../../shared/language/words.ts";
import { FormCheckbox } from "./form-checkbox.tsx";

type Consents = CoOwnerScreenData<"COLLECT_CONSENT">;
type Shown = NonNullable<CoOwnerCompletion<"COLLECT_CONSENT">["shown"]>;

/** What a person states above the consents. Only this part of the form has a draft. */
type Stated = {
  values: Record<string, unknown>;
  draft: Draft | null;
  onDraft: (fields: Draft) => void;
  /** The names of its fields, from top to bottom. */
  fieldsOf: (typed: FieldValues) => string[];
  fields: ReactNode;
};

type ConsentFormProps<Shape extends z.core.$ZodType<FieldValues, FieldValues>> = Pick<
  StepScreen<Consents, z.output<Shape> & { shown: Shown }>,
  "data" | "onComplete" | "onBack" | "takesFocus"
> & {
  shape: Shape;
  stated: Stated | null;
  whatNext: ReactNode;
};

/** The agreements in full, with a checkbox under each. The answer contains the language and the versions that were shown. */
export function ConsentForm<Shape extends z.core.$ZodType<FieldValues, FieldValues>>({
  data,
  shape,
  stated,
  onComplete,
  onBack,
  takesFocus,
  whatNext,
}: ConsentFormProps<Shape>) {
  const { t } = useLingui();
  const { language } = useWords();
  const queryClient = useQueryClient();
  const { isCreditCheckEnabled, agreements } = data;
  const stepForm = useStepForm({
    shape,
    values: {
      ...stated?.values,
      agreeToTermsAndPrivacyPolicy: false,
      ...(isCreditCheckEnabled && { agreeToSoftPull: false }),
    },
    draft: stated?.draft ?? null,
    ...(stated && { onDraft: stated.onDraft }),
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
      aside={{ title: t`What happens next`, body: whatNext }}
      takesFocus={takesFocus}
      fields={[...(stated?.fieldsOf(stepForm.form.watch()) ?? []), "agreeToTermsAndPrivacyPolicy", "agreeToSoftPull"]}
      continueLabel={t`Agree and continue`}
      onBack={onBack}
    >
      {stated?.fields}
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

const Agreement = ({ title, name, label, children }: AgreementProps) => (
  <Card className="grid gap-3">
    <h2 className="type-subheader">{title}</h2>
    <div className="grid gap-2.5 text-small text-ink-soft">{children}</div>
    <FormCheckbox name={name}>{label}</FormCheckbox>
  </Card>
);

const Paragraphs = ({ text }: { text: string }) => text.split("\n\n").map((words) => <p key={words}>{words}</p>);

import { type TaxEntityType, taxForm } from "@inlay/contracts/fields/tax.ts";
import type { SentCompletion } from "@inlay/contracts/onboarding/steps.ts";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { Draft } from "../flow/flow.ts";
import { FormMasked } from "../forms/form-fields.tsx";
import { StepForm } from "../forms/step-form.tsx";
import { useField } from "../forms/use-field.ts";
import { useStepForm } from "../forms/use-step-form.ts";

export type TaxOnFile = { entityType: TaxEntityType | null; tinLast4: string | null; hasPrimaryOwnerSsn: boolean };
export type TaxAnswer = Pick<SentCompletion<"COLLECT_RAILZ">, "entityType" | "tin" | "ssn">;

type EntityTypeProps = {
  /** Replaces the title when the question is asked again. */
  title?: string;
  lead?: ReactNode;
  onFile: TaxOnFile;
  /** The answer given on this screen before, which is the only place that holds its numbers. */
  earlier: TaxAnswer | null;
  draft: Draft | null;
  onDraft: (fields: Draft) => void;
  onAnswer: (answer: TaxAnswer) => Promise<void>;
  onBack: (() => void) | null;
  takesFocus: boolean;
};

/** COLLECT_ENTITY_TYPE: the tax return by which the business is taxed, and its tax number. */
export function EntityType({
  title,
  lead,
  onFile,
  earlier,
  draft,
  onDraft,
  onAnswer,
  onBack,
  takesFocus,
}: EntityTypeProps) {
  const { t } = useLingui();
  const stepForm = useStepForm({
    shape: taxForm(onFile),
    values: { entityType: onFile.entityType ?? undefined, tin: "", ssn: "", ...earlier },
    draft: earlier ? null : draft,
    // The numbers are not saved in the draft.
    onDraft: ({ entityType }) => entityType !== undefined && onDraft({ entityType }),
    onComplete: (answer) =>
      onAnswer(
        answer.entityType === "CORPORATE_TAX"
          ? { entityType: answer.entityType, ...(answer.tin && { tin: answer.tin }) }
          : { entityType: answer.entityType, ...(!onFile.hasPrimaryOwnerSsn && { ssn: answer.ssn }) },
      ),
  });
  const chosen = useWatch({ control: stepForm.form.control, name: "entityType" });
  const asksSsn = chosen === "PASS_THROUGH" && !onFile.hasPrimaryOwnerSsn;
  return (
    <StepForm
      {...stepForm}
      title={title ?? t`How does the business file its taxes?`}
      lead={lead ?? <Trans>Choose the return that shows the income of the business.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            It tells us where to find the figures of the business, and which tax number to check. We keep the number
            encrypted.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={["entityType", ...(chosen === "CORPORATE_TAX" ? ["tin"] : []), ...(asksSsn ? ["ssn"] : [])]}
      onBack={onBack}
    >
      <Choice />
      {chosen === "CORPORATE_TAX" && (
        <FormMasked
          name="tin"
          label={t`EIN`}
          kind="ein"
          hint={
            onFile.tinLast4
              ? t`On file: an EIN ending in ${onFile.tinLast4}. Leave this empty to keep it.`
              : t`The Employer Identification Number of the business, 9 digits`
          }
        />
      )}
      {asksSsn && (
        <FormMasked
          name="ssn"
          label={t`SSN`}
          kind="ssn"
          hint={t`The Social Security Number of the primary owner, 9 digits`}
          conceal={{ show: t`Show`, hide: t`Hide` }}
        />
      )}
    </StepForm>
  );
}

function Choice() {
  const { t } = useLingui();
  const { value, onChange, error } = useField<TaxEntityType | undefined>("entityType");
  const { clearErrors } = useFormContext();
  return (
    <ChoiceField<TaxEntityType>
      kind="one"
      id="entityType"
      label={t`Tax return`}
      isLabelHidden
      choices={[
        {
          value: "CORPORATE_TAX",
          label: t`Business Tax Return`,
          description: t`The business files its own: a corporation, a partnership or a multi-member LLC.`,
        },
        {
          value: "PASS_THROUGH",
          label: t`Personal Tax Return`,
          description: t`Its income stands on the owner's own return: a sole proprietor or a single-member LLC.`,
        },
      ]}
      value={value ?? null}
      onChange={(entityType) => {
        onChange(entityType);
        // Errors of the other number do not apply any more.
        clearErrors(["tin", "ssn"]);
      }}
      error={error}
    />
  );
}

import { accountantForm } from "@inlay/contracts/onboarding/steps/collect-railz.ts";
import type { ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import type { z } from "zod/mini";
import type { Draft } from "../../../shared/flow/flow.ts";
import { FormText } from "../../../shared/forms/form-fields.tsx";
import { StepForm } from "../../../shared/forms/step-form.tsx";
import { useStepForm } from "../../../shared/forms/use-step-form.ts";

type AccountantInfoProps = {
  accountant: ScreenData<"COLLECT_RAILZ">["accountant"];
  draft: Draft | null;
  onDraft: (fields: Draft) => void;
  onNamed: (accountant: z.output<typeof accountantForm>) => Promise<void>;
  onBack: () => void;
};

/** COLLECT_ACCOUNTANT_INFO: the accountant who gets the link. */
export function AccountantInfo({ accountant, draft, onDraft, onNamed, onBack }: AccountantInfoProps) {
  const { t } = useLingui();
  const stepForm = useStepForm({
    shape: accountantForm,
    values: accountant ?? { accountantFirstName: "", accountantLastName: "", accountantEmail: "" },
    draft,
    onDraft: ({ accountantFirstName = "", accountantLastName = "", accountantEmail = "" }) =>
      onDraft({ accountantFirstName, accountantLastName, accountantEmail }),
    onComplete: onNamed,
  });
  return (
    <StepForm
      {...stepForm}
      title={t`Who is your accountant?`}
      lead={<Trans>We email them a link that works for 14 days. You do not have to wait for them.</Trans>}
      aside={{
        title: t`What your accountant sees`,
        body: (
          <Trans>
            Your name, and the names of your business, of this program and of the lender. Nothing about your application
            or your bank.
          </Trans>
        ),
      }}
      takesFocus
      fields={["accountantFirstName", "accountantLastName", "accountantEmail"]}
      continueLabel={t`Send the link`}
      onBack={onBack}
    >
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <FormText name="accountantFirstName" label={t`First name`} autoComplete="off" />
        <FormText name="accountantLastName" label={t`Last name`} autoComplete="off" />
      </div>
      <FormText name="accountantEmail" label={t`Email`} type="email" inputMode="email" autoComplete="off" />
    </StepForm>
  );
}

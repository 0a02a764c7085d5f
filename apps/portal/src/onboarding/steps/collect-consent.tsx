import { draftFieldsOf } from "@inlay/contracts/onboarding/step.ts";
import { collectConsent, consentWithCreditCheck } from "@inlay/contracts/onboarding/steps/collect-consent.ts";
import { Trans } from "@lingui/react/macro";
import type { StepScreen } from "../step-screen.ts";
import { ConsentForm } from "./collect-consent/consent-form.tsx";
import { StatementFields, statementFieldNames } from "./collect-consent/statement-fields.tsx";

const draftFields = draftFieldsOf(collectConsent);

/** What the primary owner states about the application, and the consents. */
export function CollectConsent({
  data,
  draft,
  onDraft,
  onComplete,
  onBack,
  takesFocus,
}: StepScreen<"COLLECT_CONSENT">) {
  const { isCreditCheckEnabled, statement } = data;
  return (
    <ConsentForm
      data={data}
      shape={isCreditCheckEnabled ? consentWithCreditCheck : collectConsent.completion}
      stated={{
        values: {
          amountRequestedCents: statement.amountRequestedCents,
          useOfFunds: statement.useOfFunds ?? "",
          useOfFundsOther: statement.useOfFundsOther ?? "",
          grossAnnualRevenueCents: statement.grossAnnualRevenueCents,
          stateManagedFrom: statement.stateManagedFrom ?? "",
          businessOwnersAreUsResidents: statement.businessOwnersAreUsResidents ?? undefined,
          businessPurposeOnly: false,
        },
        draft,
        // The checkboxes have no draft: what they say is stated in one session.
        onDraft: (typed) =>
          onDraft(Object.fromEntries(Object.entries(typed).filter(([field]) => draftFields.includes(field)))),
        fieldsOf: ({ useOfFunds }) => statementFieldNames(useOfFunds === "OTHER"),
        fields: <StatementFields ownershipPercentage={statement.ownershipPercentage} notOffered={data.notOffered} />,
      }}
      onComplete={onComplete}
      onBack={onBack}
      takesFocus={takesFocus}
      whatNext={
        <Trans>
          We confirm your information, which usually takes less than a minute. Then we look for offers and tell you the
          next steps within 48 hours or less.
        </Trans>
      }
    />
  );
}

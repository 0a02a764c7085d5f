import type { Sent } from "@inlay/contracts/call.ts";
import { decideAboutSigner } from "@inlay/contracts/calls/offer-steps.ts";
import { coOwnerDetails, coOwnerDetailsV2, unnamedPercentage } from "@inlay/contracts/onboarding/co-owner.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { z } from "zod/mini";
import { useOfferFormats } from "../../products/offers/use-offer-formats.ts";
import { CoOwnerEmailField, CoOwnerFields, OwnershipField } from "../../shared/forms/co-owner-fields.tsx";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useField } from "../../shared/forms/use-field.ts";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { useOpenStep } from "../use-offer-step.ts";
import type { ClosingData } from "./closing-step.ts";

export type SignerToDecide = NonNullable<ClosingData["signersToDecide"]>[number];

/** The decision with its fields side by side. Those of the other decisions are left out. */
const shape = z.discriminatedUnion(
  "decision",
  [
    z.object({ decision: z.literal("WAIT") }),
    z.object({ decision: z.literal("CORRECT_EMAIL"), email: coOwnerDetails.shape.email }),
    z.extend(z.object(coOwnerDetailsV2.shape), { decision: z.literal("REPLACE") }),
    z.object({ decision: z.literal("REMOVE"), ownershipPercentage: unnamedPercentage }),
  ],
  { error: "Must select an option" },
);
type Decided = z.output<typeof shape>;
type Decision = Decided["decision"];

function bodyOf(decided: Decided): Sent<typeof decideAboutSigner, "body"> {
  if (decided.decision !== "REPLACE") return decided;
  const { decision, ...replacement } = decided;
  return { decision, replacement };
}

const fieldsOf: Record<Decision, readonly string[]> = {
  WAIT: [],
  CORRECT_EMAIL: ["email"],
  REPLACE: ["firstName", "lastName", "ownershipPercentage", "email", "phoneNumber"],
  REMOVE: ["ownershipPercentage"],
};

type DecideAboutSignerProps = {
  signer: SignerToDecide;
  /** The last day for the signatures. Null: no agreement is out for signature. */
  signaturesUntil: string | null;
  /** The step that shows the owner, and how to load it again. */
  step: OfferStep;
  reload: () => Promise<unknown>;
  onBack: () => void;
};

/** The primary owner decides about an owner who does not sign: wait for them, correct their address, replace or remove them. */
export function DecideAboutSigner({ signer, signaturesUntil, step, reload, onBack }: DecideAboutSignerProps) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const open = useOpenStep();
  const { email } = signer;
  const name = `${signer.firstName} ${signer.lastName}`;
  const isDeclined = signer.why === "DECLINED";
  const stepForm = useStepForm({
    shape,
    values: { decision: null, firstName: "", lastName: "", email: "", phoneNumber: "", ownershipPercentage: "" },
    // A decision is sent at once, so there is no draft.
    onComplete: async (decided) => {
      const workflow = await ask(decideAboutSigner, { params: { id: signer.ownerId }, body: bodyOf(decided) });
      if (workflow.currentStep !== step) return open(workflow);
      await reload();
      onBack();
    },
  });
  const decision = stepForm.form.watch("decision") as Decision | null;
  return (
    <StepForm
      {...stepForm}
      title={isDeclined ? t`${name} declined to sign` : t`${name} has not signed`}
      lead={
        isDeclined ? (
          <Trans>Please talk to {name} and tell us what should happen.</Trans>
        ) : (
          <Trans>
            We wrote to {email} two weeks ago and reminded them. Please talk to {name} and tell us what should happen.
          </Trans>
        )
      }
      aside={{
        title: t`Who has to sign`,
        body: <Trans>Everyone who owns 20% or more of the business signs the agreement and guarantees it.</Trans>,
      }}
      takesFocus
      fields={["decision", ...(decision ? fieldsOf[decision] : [])]}
      continueLabel={t`Confirm`}
      onBack={onBack}
    >
      <Choice signer={signer} name={name} signaturesUntil={signaturesUntil} />
      {decision === "CORRECT_EMAIL" && <CoOwnerEmailField />}
      {decision === "REPLACE" && <CoOwnerFields />}
      {decision === "REMOVE" && <OwnershipField label={t`How much of the business they own, 0 if nothing`} />}
      {decision !== null && decision !== "WAIT" && <WhatFollows decision={decision} isDeclined={isDeclined} />}
    </StepForm>
  );
}

type ChoiceProps = Pick<DecideAboutSignerProps, "signer" | "signaturesUntil"> & { name: string };

function Choice({ signer, name, signaturesUntil }: ChoiceProps) {
  const { t } = useLingui();
  const { date } = useOfferFormats();
  const { value, onChange, error } = useField<Decision | null>("decision");
  const { email } = signer;
  const day = signaturesUntil && date(signaturesUntil);
  const waiting = day && {
    value: "WAIT" as const,
    label: t`Keep waiting`,
    description: t`We remind them today and after 2, 5 and 10 days, and ask you again in 14 days. Signatures are possible until ${day}.`,
  };
  const correcting = signer.canCorrectEmail && {
    value: "CORRECT_EMAIL" as const,
    label: t`Correct the email address`,
    description: t`${email} is wrong, or they do not read it.`,
  };
  const changes = [
    {
      value: "REPLACE" as const,
      label: t`Somebody else signs`,
      description: t`What ${name} owned belongs to another person now.`,
    },
    {
      value: "REMOVE" as const,
      label: t`Remove ${name}`,
      description: t`They own less than 20% of the business, or nothing.`,
    },
  ];
  return (
    <ChoiceField
      kind="one"
      id="decision"
      label={t`What should happen?`}
      value={value}
      onChange={onChange}
      error={error}
      choices={[...(waiting ? [waiting] : []), ...(correcting ? [correcting] : []), ...changes]}
    />
  );
}

/** An agreement that was declined is void already. */
function WhatFollows({ decision, isDeclined }: { decision: Exclude<Decision, "WAIT">; isDeclined: boolean }) {
  return (
    <Notice tone="info">
      {!isDeclined && (
        <p>
          <Trans>The agreement that you signed becomes void, and you sign it again.</Trans>
        </p>
      )}
      <p>
        {decision === "CORRECT_EMAIL" ? (
          <Trans>When you have signed, we write to the new address.</Trans>
        ) : (
          <Trans>
            We decided about the financing with this person, so we check the change first. That takes up to one banking
            day. You can sign the agreement when we are done.
          </Trans>
        )}
      </p>
    </Notice>
  );
}

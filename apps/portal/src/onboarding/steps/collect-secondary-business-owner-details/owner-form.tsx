import { createCoOwnerV2, updateCoOwnerV2 } from "@inlay/contracts/calls/co-owners.ts";
import { type CoOwnerV2, coOwnerForm } from "@inlay/contracts/onboarding/co-owner.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { CoOwnerFields } from "../../../shared/forms/co-owner-fields.tsx";
import { StepForm } from "../../../shared/forms/step-form.tsx";
import { useStepForm } from "../../../shared/forms/use-step-form.ts";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import type { StepScreen } from "../../step-screen.ts";

type OwnerFormProps = {
  /** Null for a new owner. */
  owner: CoOwnerV2 | null;
  primary: StepScreen<"COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS">["data"]["primaryOwner"];
  others: readonly CoOwnerV2[];
  onSaved: () => Promise<void>;
  onBack: () => void;
};

export function OwnerForm({ owner, primary, others, onSaved, onBack }: OwnerFormProps) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const shape = coOwnerForm(primary, others);
  const stepForm = useStepForm({
    shape,
    values: {
      firstName: owner?.firstName ?? "",
      lastName: owner?.lastName ?? "",
      email: owner?.email ?? "",
      phoneNumber: owner?.phoneNumber ?? "",
      ownershipPercentage: String(owner?.ownershipPercentage ?? ""),
    },
    // An owner is saved at once, so there is no draft.
    onComplete: async (body) => {
      await (owner ? ask(updateCoOwnerV2, { params: { id: owner.id }, body }) : ask(createCoOwnerV2, { body }));
      await onSaved();
    },
  });
  return (
    <StepForm
      {...stepForm}
      title={owner ? t`Edit owner` : t`Add an owner`}
      lead={<Trans>Somebody else who owns 20% or more of the business.</Trans>}
      aside={{
        title: t`What happens next`,
        body: (
          <Trans>
            After you have accepted the terms we write to this person, who then confirms their own details. Until they
            begin you can change or remove them here.
          </Trans>
        ),
      }}
      takesFocus
      fields={["firstName", "lastName", "ownershipPercentage", "email", "phoneNumber"]}
      continueLabel={t`Save owner`}
      onBack={onBack}
    >
      <CoOwnerFields />
    </StepForm>
  );
}

import { type CoOwnerV2, mostCoOwners, ownershipPercentage } from "@inlay/contracts/onboarding/co-owner.ts";
import { ownedTogether } from "@inlay/lending/onboarding/ownership.ts";
import { Button } from "@inlay/ui/button.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { z } from "zod/mini";
import { OwnershipField } from "../../../shared/forms/co-owner-fields.tsx";
import { StepForm } from "../../../shared/forms/step-form.tsx";
import { useField } from "../../../shared/forms/use-field.ts";
import { messageOf, useWords } from "../../../shared/language/words.ts";
import type { StepScreen } from "../../step-screen.ts";
import { isEditable, restForAnotherOwner, whatIsMissing } from "./owners.ts";
import { shownPhone } from "./shown-phone.ts";

/** The texts of the list when it is requested again after consent. */
export type OwnersAgain = {
  title: string;
  lead: (owners: readonly CoOwnerV2[]) => ReactNode;
  aside: { title: string; body: ReactNode };
};

type PrimaryOwner = StepScreen<"COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS">["data"]["primaryOwner"];

type OwnerListProps = {
  stepForm: Pick<ComponentProps<typeof StepForm>, "form" | "submit" | "submission" | "refusal" | "busy">;
  again?: OwnersAgain | undefined;
  primary: PrimaryOwner;
  owners: readonly CoOwnerV2[];
  isRequired: boolean;
  takesFocus: boolean;
  onAdd: () => void;
  onEdit: (owner: CoOwnerV2) => void;
  onRemove: (owner: CoOwnerV2) => Promise<void>;
  onBack: (() => void) | null;
};

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;

export function OwnerList(props: OwnerListProps) {
  const { stepForm, again, primary, owners, isRequired, takesFocus, onAdd, onEdit, onRemove, onBack } = props;
  const { t } = useLingui();
  const [busy, setBusy] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const list = useRef<HTMLElement>(null);
  const missing = whatIsMissing(owners, isRequired);

  const remove = async (owner: CoOwnerV2) => {
    if (busy !== null) return;
    setBusy(owner.id);
    setRefusal(null);
    setRemoved(null);
    try {
      await onRemove(owner);
      setRemoved(nameOf(owner));
      // The focused button was removed together with its owner.
      list.current?.focus();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(null);
    }
  };

  const add = (
    <Button
      variant="secondary"
      onClick={onAdd}
      disabledReason={owners.length >= mostCoOwners ? t`You have reached the maximum of ${mostCoOwners} owners.` : null}
    >
      <Trans>Add an owner</Trans>
    </Button>
  );

  return (
    <StepForm
      {...stepForm}
      title={again?.title ?? t`Does the business have other owners?`}
      lead={again?.lead(owners) ?? <Trans>Add everyone else who owns 20% or more of the business.</Trans>}
      aside={
        again?.aside ?? {
          title: t`Why we ask`,
          body: (
            <Trans>
              The law asks every lender to know who owns the businesses it finances. We write to the other owners only
              after you have accepted the terms.
            </Trans>
          ),
        }
      }
      takesFocus={takesFocus}
      fields={["ownershipPercentage", "controlPersonId"]}
      continueLabel={t`Done`}
      disabledReason={useWhyNotDone(missing)}
      onBack={onBack}
    >
      <OwnershipField label={t`How much of the business you own`} />
      <section ref={list} tabIndex={-1} aria-label={t`Other owners`} className="grid gap-4">
        {owners.length === 0 ? (
          <NoOwners isRequired={isRequired} action={add} />
        ) : (
          <>
            <ul className="grid gap-3">
              {owners.map((owner) => (
                <li key={owner.id}>
                  <OwnerCard
                    owner={owner}
                    isBusy={busy === owner.id}
                    onEdit={() => onEdit(owner)}
                    onRemove={() => void remove(owner)}
                  />
                </li>
              ))}
            </ul>
            <Together owners={owners} />
            <div>{add}</div>
          </>
        )}
        {missing === null && <MaybeAnotherOwner owners={owners} />}
        <p role="status" className="sr-only">
          {removed && <Trans>{removed} was removed.</Trans>}
        </p>
        {refusal !== null && (
          <Notice tone="error">
            <p>{messageOf(refusal)}</p>
          </Notice>
        )}
      </section>
      {owners.length > 0 && <ControlPerson primary={primary} owners={owners} />}
    </StepForm>
  );
}

/** The primary owner's percentage as typed. Null if it is none. */
function useOwnPercentage(): number | null {
  const { value } = useField("ownershipPercentage");
  return z.safeParse(ownershipPercentage, value).data ?? null;
}

/** What the named owners own together, once the primary owner's part is typed. */
function Together({ owners }: { owners: readonly CoOwnerV2[] }) {
  const { percent } = useWords();
  const own = useOwnPercentage();
  if (own === null) return null;
  const share = percent(String(ownedTogether([own, ...owners.map((owner) => owner.ownershipPercentage)])));
  return (
    <p className="text-ink-soft">
      <Trans>Together that is {share}.</Trans>
    </p>
  );
}

function NoOwners({ isRequired, action }: { isRequired: boolean; action: ReactNode }) {
  const { t } = useLingui();
  const isRestSmall = restForAnotherOwner(useOwnPercentage(), []) === null;
  return (
    <EmptyState title={t`No other owners so far`} action={action}>
      {isRequired ? (
        <Trans>Public records name another owner of this business.</Trans>
      ) : (
        isRestSmall && <Trans>If nobody else owns 20% or more, you are done here.</Trans>
      )}
    </EmptyState>
  );
}

/** Says that somebody may be missing in the list. Nobody is stopped by it. */
function MaybeAnotherOwner({ owners }: { owners: readonly CoOwnerV2[] }) {
  const { percent } = useWords();
  const left = restForAnotherOwner(useOwnPercentage(), owners);
  if (left === null) return null;
  const rest = percent(String(left));
  return (
    <Notice tone="info">
      <p>
        <Trans>
          That leaves {rest} of the business. Please add everyone who owns 20% or more; if nobody else does, you can
          continue.
        </Trans>
      </p>
    </Notice>
  );
}

function useWhyNotDone(missing: ReturnType<typeof whatIsMissing>): string | null {
  const { t } = useLingui();
  if (missing === null) return null;
  if (missing === "OWNER") return t`Please add at least one other owner.`;
  const name = nameOf(missing.percentageOf);
  return t`Please edit ${name} and enter how much of the business they own.`;
}

function ControlPerson({ primary, owners }: { primary: PrimaryOwner; owners: readonly CoOwnerV2[] }) {
  const { t } = useLingui();
  const { value, onChange, error } = useField("controlPersonId");
  const name = primary && nameOf(primary);
  return (
    <ChoiceField
      kind="one"
      id="controlPersonId"
      label={t`Who is mainly responsible for managing the business?`}
      choices={[
        { value: "", label: name === null ? t`You` : t`${name} (you)` },
        ...owners.map((owner) => ({ value: owner.id, label: nameOf(owner) })),
      ]}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

type OwnerCardProps = { owner: CoOwnerV2; isBusy: boolean; onEdit: () => void; onRemove: () => void };

function OwnerCard({ owner, isBusy, onEdit, onRemove }: OwnerCardProps) {
  const { t } = useLingui();
  const { percent } = useWords();
  const name = nameOf(owner);
  const share = owner.ownershipPercentage === null ? null : percent(String(owner.ownershipPercentage));
  return (
    <div className="flex flex-col justify-between gap-x-6 sm:flex-row sm:items-center rounded-control border border-line bg-card px-4.5 py-3.5">
      <div className="grid min-w-0 gap-0.5 wrap-anywhere">
        <p className="font-semibold">{name}</p>
        {share !== null && (
          <p className="type-small">
            <Trans>Owns {share}</Trans>
          </p>
        )}
        <p className="type-small">{owner.email}</p>
        {owner.phoneNumber && <p className="type-small">{shownPhone(owner.phoneNumber)}</p>}
        {!isEditable(owner) && (
          <p className="type-small">
            <Trans>Has started, so these details can no longer be changed here.</Trans>
          </p>
        )}
      </div>
      {isEditable(owner) && (
        <div className="-mb-2 flex gap-5 sm:mb-0">
          <Button variant="text" className="text-small" aria-label={t`Edit ${name}`} onClick={onEdit}>
            <Trans>Edit</Trans>
          </Button>
          <Button variant="text" className="text-small" aria-label={t`Remove ${name}`} busy={isBusy} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

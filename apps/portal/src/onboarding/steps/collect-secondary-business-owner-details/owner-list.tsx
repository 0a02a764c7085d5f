import { type CoOwner, coOwnerStart, mostCoOwners } from "@inlay/contracts/onboarding/co-owner.ts";
import { Button } from "@inlay/ui/button.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef, useState } from "react";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { messageOf } from "../../../shared/language/words.ts";
import { Screen } from "../../../shared/page/screen.tsx";
import { shownPhone } from "./shown-phone.ts";

/** The texts of the list when it is requested again after consent. */
export type OwnersAgain = {
  title: string;
  lead: (owners: readonly CoOwner[]) => ReactNode;
  aside: { title: string; body: ReactNode };
};

type OwnerListProps = {
  again?: OwnersAgain | undefined;
  owners: readonly CoOwner[];
  isRequired: boolean;
  takesFocus: boolean;
  onAdd: () => void;
  onEdit: (owner: CoOwner) => void;
  onRemove: (owner: CoOwner) => Promise<void>;
  onDone: () => Promise<void>;
  onBack: (() => void) | null;
};

const nameOf = ({ firstName, lastName }: CoOwner) => `${firstName} ${lastName}`;

export function OwnerList(props: OwnerListProps) {
  const { again, owners, isRequired, takesFocus, onAdd, onEdit, onRemove, onDone, onBack } = props;
  const { t } = useLingui();
  const [busy, setBusy] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const list = useRef<HTMLElement>(null);

  const doing = async (what: string, work: () => Promise<void>) => {
    if (busy !== null) return;
    setBusy(what);
    setRefusal(null);
    setRemoved(null);
    try {
      await work();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(null);
    }
  };
  const remove = (owner: CoOwner) =>
    doing(owner.id, async () => {
      await onRemove(owner);
      setRemoved(nameOf(owner));
      // The focused button was removed together with its owner.
      list.current?.focus();
    });

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
    <Screen
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
    >
      <div className="grid gap-6">
        <section ref={list} tabIndex={-1} aria-label={t`Other owners`} className="grid gap-4">
          {owners.length === 0 ? (
            <EmptyState title={t`No other owners so far`} action={add}>
              {isRequired ? (
                <Trans>Public records name another owner of this business.</Trans>
              ) : (
                <Trans>If nobody else owns 20% or more, you are done here.</Trans>
              )}
            </EmptyState>
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
              <div>{add}</div>
            </>
          )}
          <p role="status" className="sr-only">
            {removed && <Trans>{removed} was removed.</Trans>}
          </p>
        </section>
        <FormFooter
          primary={{
            label: t`Done`,
            onPress: () => void doing("DONE", onDone),
            busy: busy === "DONE",
            disabledReason: isRequired && owners.length === 0 ? t`Please add at least one other owner.` : null,
          }}
          onBack={onBack}
        >
          {refusal !== null && (
            <Notice tone="error">
              <p>{messageOf(refusal)}</p>
            </Notice>
          )}
        </FormFooter>
      </div>
    </Screen>
  );
}

type OwnerCardProps = { owner: CoOwner; isBusy: boolean; onEdit: () => void; onRemove: () => void };

function OwnerCard({ owner, isBusy, onEdit, onRemove }: OwnerCardProps) {
  const { t } = useLingui();
  const name = nameOf(owner);
  return (
    <div className="flex flex-col justify-between gap-x-6 sm:flex-row sm:items-center rounded-control border border-line bg-card px-4.5 py-3.5">
      <div className="grid min-w-0 gap-0.5 wrap-anywhere">
        <p className="font-semibold">{name}</p>
        <p className="type-small">{owner.email}</p>
        {owner.phoneNumber && <p className="type-small">{shownPhone(owner.phoneNumber)}</p>}
        {owner.currentStep !== coOwnerStart && (
          <p className="type-small">
            <Trans>Has started, so these details can no longer be changed here.</Trans>
          </p>
        )}
      </div>
      {owner.currentStep === coOwnerStart && (
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

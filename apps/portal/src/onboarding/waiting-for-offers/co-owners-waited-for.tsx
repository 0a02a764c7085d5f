import { listCoOwnerInvitations, listCoOwnersV2, resendCoOwnerInvitation } from "@inlay/contracts/calls/co-owners.ts";
import type { CoOwner, CoOwnerInvitation } from "@inlay/contracts/onboarding/co-owner.ts";
import { mustBeVerified } from "@inlay/lending/onboarding/ownership.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

const queryKey = ["co-owner invitations"];

/** The co-owners who have not finished, and the delivery status of their invitation email. Their progress is private and not shown. */
export function CoOwnersWaitedFor() {
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const loadInvited = async () => {
    const [{ secondaryOwners }, { invitations }] = await Promise.all([
      ask(listCoOwnersV2, {}),
      ask(listCoOwnerInvitations, {}),
    ]);
    return secondaryOwners.flatMap((owner) => {
      const invitation = invitations.find(({ ownerId }) => ownerId === owner.id);
      return invitation ? [{ owner, invitation }] : [];
    });
  };
  // This section is optional: the page is complete without it.
  const { data: invited } = useSuspenseQuery({ queryKey, queryFn: () => loadInvited().catch(() => []), gcTime: 0 });
  const again = useMutation({
    mutationFn: (id: string) => ask(resendCoOwnerInvitation, { params: { id }, body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (invited.length === 0) return null;
  const sentTo = invited.find(({ owner }) => owner.id === again.variables)?.owner.email;
  return (
    <section className="grid gap-3">
      <h2 className="type-subheader">{t`Other owners`}</h2>
      <p className="text-ink-soft">
        {invited.every(({ owner }) => mustBeVerified(owner)) ? (
          <Trans>We have written to them. Offers can come only when everyone has done their part.</Trans>
        ) : (
          <Trans>
            We have written to them. Offers can come only when everyone who owns 25% or more, or who manages the
            business, has done their part.
          </Trans>
        )}
      </p>
      <ul className="grid gap-3">
        {invited.map(({ owner, invitation }) => (
          <li key={owner.id}>
            <Invited
              owner={owner}
              invitation={invitation}
              busy={again.isPending && again.variables === owner.id}
              onAgain={() => again.mutate(owner.id)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="text-small text-good wrap-anywhere empty:hidden">
        {again.isSuccess && <Trans>The invitation was sent again. Sent to {sentTo}.</Trans>}
      </p>
      {again.isError && (
        <Notice tone="error">
          <p>{messageOf(again.error)}</p>
        </Notice>
      )}
    </section>
  );
}

type InvitedProps = { owner: CoOwner; invitation: CoOwnerInvitation; busy: boolean; onAgain: () => void };

function Invited({ owner, invitation: { status, invitedAt }, busy, onAgain }: InvitedProps) {
  const { t } = useLingui();
  const { region } = useWords();
  const name = `${owner.firstName} ${owner.lastName}`;
  const day = new Intl.DateTimeFormat(region, { month: "long", day: "numeric" }).format(new Date(invitedAt));
  const words: Record<CoOwnerInvitation["status"], string> = {
    SENT: t`Invited on ${day}`,
    ACCEPTED: owner.currentStep === "WAITING_FOR_OFFERS" ? t`Has done their part` : t`Has begun`,
    DECLINED: t`Told us that they are not an owner`,
    BOUNCED: t`Our email could not be delivered. Is the address right?`,
    EXPIRED: t`Did not come in time; the invitation has expired`,
  };
  return (
    <div className="flex flex-col justify-between gap-x-6 rounded-control border border-line bg-card px-4.5 py-3.5 sm:flex-row sm:items-center">
      <div className="grid min-w-0 gap-0.5 wrap-anywhere">
        <p className="font-semibold">{name}</p>
        <p className="type-small">{owner.email}</p>
        <p className={status === "SENT" || status === "ACCEPTED" ? "type-small" : "text-small text-warn"}>
          {words[status]}
        </p>
      </div>
      {status !== "ACCEPTED" && (
        <Button
          variant="text"
          className="shrink-0 text-small"
          aria-label={t`Send again: ${name}`}
          busy={busy}
          onClick={() => !busy && onAgain()}
        >
          <Trans>Send again</Trans>
        </Button>
      )}
    </div>
  );
}

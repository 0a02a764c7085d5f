import { askOwner, getOwnerRequest } from "@inlay/contracts/calls/owner-request.ts";
import type { OwnerRequest } from "@inlay/contracts/onboarding/owner-request.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { TextField } from "@inlay/ui/fields/text-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { checkEmail } from "../../shared/forms/check-email.ts";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

const queryKey = ["owner request"];

/** An employee cannot apply. They see which owner can, and may have an email sent to that owner. */
export function AskOwner() {
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const request = useQuery({ queryKey, queryFn: () => ask(getOwnerRequest, {}), gcTime: 0 });
  const send = useMutation({
    mutationFn: (email: string | null) => ask(askOwner, { body: { email } }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
  });
  // This section is optional: the page is complete without it.
  if (!request.data) return null;
  const { owner, asked } = request.data;
  const name = owner?.name;
  return (
    <section className="grid gap-4" aria-labelledby="ask-owner">
      <h2 id="ask-owner" className="type-subheader">
        {owner ? t`Remind the owner` : t`Let an owner know`}
      </h2>
      {owner ? (
        <>
          <p className="max-w-[56ch]">
            {name ? (
              <Trans>{name} is the owner who applies. We can email them that you are waiting.</Trans>
            ) : (
              <Trans>An owner has begun to apply. We can email them that you are waiting.</Trans>
            )}
          </p>
          <Button
            variant="secondary"
            className="justify-self-stretch sm:justify-self-start"
            busy={send.isPending}
            onClick={() => !send.isPending && send.mutate(null)}
          >
            {asked ? t`Email them again` : t`Email them`}
          </Button>
        </>
      ) : (
        <NameOwner busy={send.isPending} onNamed={(email) => send.mutate(email)} />
      )}
      <div role="status">{asked && !send.isError && <Asked asked={asked} />}</div>
      {send.isError && (
        <Notice tone="error">
          <p>{messageOf(send.error)}</p>
        </Notice>
      )}
    </section>
  );
}

type NameOwnerProps = { busy: boolean; onNamed: (email: string) => void };

function NameOwner({ busy, onNamed }: NameOwnerProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const checked = await checkEmail(email);
    if ("email" in checked) return onNamed(checked.email);
    setError(checked.error);
    field.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="max-w-[56ch]">
        <Trans>We email them a link. They say for themselves that they are an owner, and apply.</Trans>
      </p>
      <TextField
        ref={field}
        label={t`Owner’s email`}
        type="email"
        name="owner-email"
        autoComplete="off"
        value={email}
        error={error && sentence(error)}
        onChange={(event) => {
          setEmail(event.target.value);
          setError(null);
        }}
      />
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-stretch sm:justify-self-start">
        {t`Email the owner`}
      </Button>
    </form>
  );
}

function Asked({ asked: { email, askedAt, status } }: { asked: NonNullable<OwnerRequest["asked"]> }) {
  const { region } = useWords();
  const day = new Intl.DateTimeFormat(region, { month: "long", day: "numeric" }).format(new Date(askedAt));
  if (status === "BOUNCED")
    return (
      <p className="text-small text-warn">
        <Trans>Our email could not be delivered. Is the address right?</Trans>
      </p>
    );
  return (
    <p className="type-small wrap-anywhere">
      {email ? (
        <Trans>
          Sent to {email} on {day}.
        </Trans>
      ) : (
        <Trans>We wrote to them on {day}.</Trans>
      )}
    </p>
  );
}

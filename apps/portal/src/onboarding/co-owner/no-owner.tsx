import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { UseMutationResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../shared/language/words.ts";
import { Screen } from "../../shared/page/screen.tsx";

type NoOwnerProps = { decline: UseMutationResult<unknown, Error, void> };

/** Lets a person who was named as an owner decline because they own less than 20%. */
export function NoOwner({ decline }: NoOwnerProps) {
  const { t } = useLingui();
  const [isDoubted, setDoubted] = useState(false);
  if (!isDoubted) {
    return (
      <Button variant="text" className="justify-self-center sm:justify-self-start" onClick={() => setDoubted(true)}>
        {t`I do not own 20% or more`}
      </Button>
    );
  }
  return (
    <Sure
      error={decline.error}
      busy={decline.isPending}
      onDecline={() => !decline.isPending && decline.mutate()}
      onKeep={() => setDoubted(false)}
    />
  );
}

type SureProps = { error: Error | null; busy: boolean; onDecline: () => void; onKeep: () => void };

/** Asks for confirmation, because the invitation cannot be used afterwards. */
function Sure({ error, busy, onDecline, onKeep }: SureProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Card ref={card} className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="type-subheader">
        {t`Shall we tell the owner who named you?`}
      </h2>
      <p>
        <Trans>They are asked to correct the list of owners. Your invitation stops working.</Trans>
      </p>
      {error && (
        <Notice tone="error">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button variant="secondary" busy={busy} onClick={onDecline}>
          {t`Yes, I am not an owner`}
        </Button>
        <Button variant="text" onClick={onKeep}>
          {t`No, go back`}
        </Button>
      </div>
    </Card>
  );
}

export function ThanksForTelling() {
  const { t } = useLingui();
  return (
    <Screen title={t`Thank you for telling us`} takesFocus>
      <p className="max-w-[56ch]">
        <Trans>
          We ask the owner who named you to correct the list. Your invitation does not work any more, and there is
          nothing else for you to do.
        </Trans>
      </p>
    </Screen>
  );
}

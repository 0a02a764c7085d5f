import { withdrawApplication } from "@inlay/contracts/calls/loan-applications.ts";
import { type WithdrawalReason, withdrawal, withdrawalReasons } from "@inlay/contracts/onboarding/withdrawal.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { TextField } from "@inlay/ui/fields/text-field.tsx";
import { Dialog } from "@inlay/ui/overlays/dialog.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { businessQuery, offersWorkflowQuery } from "../api/queries.ts";
import { messageOf, useWords } from "../language/words.ts";
import { makeRoom } from "../page/make-room.ts";
import { usePortalSession } from "../session/portal-session.tsx";

/** Asks for a reason and a confirmation before the application is withdrawn. */
export function WithdrawApplication({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const session = usePortalSession();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState<WithdrawalReason | null>(null);
  const [note, setNote] = useState("");
  const [error, setError] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const giveBackRoom = makeRoom();
    place.current?.scrollIntoView({ block: "center" });
    return giveBackRoom;
  }, []);
  const withdraw = useMutation({
    mutationFn: (body: { reason: WithdrawalReason; note?: string | null | undefined }) =>
      session.ask(withdrawApplication, { body }),
    onSuccess: async () => {
      onClose();
      await Promise.all([
        queryClient.invalidateQueries(offersWorkflowQuery(session)),
        queryClient.invalidateQueries(businessQuery(session)),
      ]);
    },
  });
  const submit = () => {
    const given = withdrawal.safeParse({ reason, note });
    if (!given.success) {
      setError(given.error.issues[0]?.message ?? null);
      document.getElementById("withdrawal-reason")?.focus();
      return;
    }
    if (!withdraw.isPending) withdraw.mutate(given.data);
  };
  const words: Record<WithdrawalReason, string> = {
    FOUND_OTHER_FINANCING: t`I found other financing`,
    NO_LONGER_NEEDED: t`I no longer need it`,
    TOO_MUCH_TO_PROVIDE: t`It asks for too much`,
    TAKING_TOO_LONG: t`It takes too long`,
    OTHER: t`Another reason`,
  };
  return (
    <Dialog isAlert isOpen title={t`Withdraw the application?`} onClose={onClose} closeLabel={t`Keep it`}>
      <div ref={place} className="grid gap-5">
        <p>
          <Trans>
            We stop looking at it, and nobody is asked for anything more. You can apply again later; your answers are
            kept.
          </Trans>
        </p>
        <ChoiceField<WithdrawalReason>
          kind="one"
          id="withdrawal-reason"
          label={t`Why do you withdraw it?`}
          choices={withdrawalReasons.map((value) => ({ value, label: words[value] }))}
          value={reason}
          onChange={(value) => {
            setReason(value);
            setError(null);
          }}
          error={error && sentence(error)}
        />
        <TextField
          label={t`Anything you want to tell us`}
          hint={t`Optional`}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {withdraw.isError && (
          <Notice tone="error">
            <p>{messageOf(withdraw.error)}</p>
          </Notice>
        )}
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button busy={withdraw.isPending} onClick={submit}>
            {t`Withdraw application`}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t`Keep it`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

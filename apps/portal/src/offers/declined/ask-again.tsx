import { requestAppeal } from "@inlay/contracts/calls/declines.ts";
import { type Appeal, type Decline, type NewAppeal, newAppeal } from "@inlay/contracts/decline.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { TextArea } from "@inlay/ui/fields/text-area.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { declineKey, useDecline } from "./use-decline.ts";

const headingId = "ask-again";

/** Asks a person to look at the decision again: the form, then the promised day, then the answer. */
export function AskAgain() {
  const decline = useDecline();
  if (!decline) return null;
  const { appeal } = decline;
  return (
    <Card className="grid max-w-[68ch] gap-4">
      <h2 id={headingId} tabIndex={-1} className="type-subheader">
        <Trans>Ask us to look again</Trans>
      </h2>
      {!appeal && <Ask />}
      {appeal && (appeal.outcome ? <Answered appeal={appeal} /> : <Waiting appeal={appeal} />)}
    </Card>
  );
}

function Ask() {
  const { t } = useLingui();
  const session = usePortalSession();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const send = useMutation({
    mutationFn: (body: NewAppeal) => session.ask(requestAppeal, { body }),
    onSuccess: (appeal) => {
      queryClient.setQueryData<Decline | null>(declineKey, (decline) => decline && { ...decline, appeal });
      // The button that had the focus is gone.
      document.getElementById(headingId)?.focus();
    },
  });
  return (
    <>
      <p className="text-ink-soft">
        <Trans>
          Is a figure wrong, or is there something that we could not see? A person reads what you write and looks at the
          decision again. You can ask once, and we answer by email within five business days.
        </Trans>
      </p>
      {isOpen ? (
        <Form busy={send.isPending} error={send.error} onSend={send.mutate} />
      ) : (
        <div className="grid sm:justify-items-start">
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t`Ask a person to look again`}
          </Button>
        </div>
      )}
    </>
  );
}

/** The person has just asked for this field. */
const takeFocus = (field: HTMLTextAreaElement | null) => field?.focus();

type FormProps = { busy: boolean; error: Error | null; onSend: (appeal: NewAppeal) => void };

function Form({ busy, error, onSend }: FormProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const submit = () => {
    const given = newAppeal.safeParse({ text });
    if (given.success) {
      if (!busy) onSend(given.data);
      return;
    }
    setWrong(given.error.issues[0]?.message ?? null);
    document.getElementById("appeal-text")?.focus();
  };
  return (
    <div className="grid gap-5">
      <TextArea
        id="appeal-text"
        label={t`What should we look at again?`}
        hint={
          wrong
            ? undefined
            : t`For example an unusual month, or a debt that is paid off. Please leave out tax and account numbers.`
        }
        rows={5}
        maxLength={2000}
        value={text}
        ref={takeFocus}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(null);
        }}
        error={wrong && sentence(wrong)}
      />
      {error && (
        <Notice tone="error">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      <div className="grid sm:justify-items-start">
        <Button variant="secondary" busy={busy} onClick={submit}>
          {t`Send to a person`}
        </Button>
      </div>
    </div>
  );
}

function Waiting({ appeal: { answerBy, isLate, text } }: { appeal: Appeal }) {
  const { t } = useLingui();
  const { day: dayOf } = useWords();
  const day = dayOf(answerBy);
  return (
    <>
      <Notice tone={isLate ? "warning" : "success"} title={t`We have your request`}>
        <p>
          {isLate ? (
            <Trans>
              We are late: we wanted to answer by {day}. Our team has been reminded, and we answer by email.
            </Trans>
          ) : (
            <Trans>A person looks at the decision again. We answer by {day}, by email.</Trans>
          )}
        </p>
      </Notice>
      <Written text={text} />
    </>
  );
}

function Answered({ appeal: { outcome, message, text } }: { appeal: Appeal }) {
  return (
    <>
      <p>
        {outcome === "RECONSIDERED" ? (
          <Trans>We looked again, and you do not have to wait: you can apply again now.</Trans>
        ) : (
          <Trans>We looked again, and the decision stays as it is.</Trans>
        )}
      </p>
      <p className="break-words">
        <Trans>Our answer: {message}</Trans>
      </p>
      <Written text={text} />
    </>
  );
}

const Written = ({ text }: { text: string }) => (
  <div className="text-small text-ink-soft">
    <p className="font-semibold">
      <Trans>What you wrote</Trans>
    </p>
    <p className="break-words whitespace-pre-line">{text}</p>
  </div>
);

import { listCorrections, requestCorrection } from "@inlay/contracts/calls/loan-applications.ts";
import {
  type Correction,
  type CorrectionTopic,
  correctionTopics,
  type NewCorrection,
  newCorrection,
} from "@inlay/contracts/onboarding/correction.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { TextArea } from "@inlay/ui/fields/text-area.tsx";
import { Dialog } from "@inlay/ui/overlays/dialog.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf, useWords } from "../language/words.ts";
import { makeRoom } from "../page/make-room.ts";
import { usePortalSession } from "../session/portal-session.tsx";

const key = ["corrections"];

/** Asks staff to correct an answer, and shows what was asked before with its answers. */
export function RequestCorrection({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const session = usePortalSession();
  const queryClient = useQueryClient();
  const earlier = useQuery({ queryKey: key, queryFn: () => session.ask(listCorrections, {}) });
  const send = useMutation({
    mutationFn: (body: NewCorrection) => session.ask(requestCorrection, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  useEffect(() => makeRoom(), []);
  const corrections = earlier.data?.corrections ?? [];
  return (
    <Dialog isOpen title={t`Correct something`} onClose={onClose} closeLabel={t`Close`}>
      <div className="grid gap-6">
        {!send.isSuccess && corrections.length > 0 && <Earlier corrections={corrections} />}
        {send.isSuccess ? (
          <Sent answerBy={send.data.answerBy} onClose={onClose} />
        ) : (
          <Form
            open={corrections.filter(({ answeredAt }) => !answeredAt).map(({ topic }) => topic)}
            busy={send.isPending}
            error={send.error}
            onSend={send.mutate}
          />
        )}
      </div>
    </Dialog>
  );
}

function Sent({ answerBy, onClose }: { answerBy: string; onClose: () => void }) {
  const { t } = useLingui();
  const words = useWords();
  const day = words.day(answerBy);
  return (
    <div className="grid gap-4">
      <Notice tone="success" title={t`We have your request`}>
        <p>
          <Trans>We answer by {day}, by email. Your application goes on meanwhile.</Trans>
        </p>
      </Notice>
      <div>
        <Button onClick={onClose}>{t`Done`}</Button>
      </div>
    </div>
  );
}

type FormProps = {
  open: CorrectionTopic[];
  busy: boolean;
  error: Error | null;
  onSend: (correction: NewCorrection) => void;
};

function Form({ open, busy, error, onSend }: FormProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const topics = useTopics();
  const [topic, setTopic] = useState<CorrectionTopic | null>(null);
  const [text, setText] = useState("");
  const [errors, setErrors] = useState<{ topic?: string; text?: string }>({});
  const submit = () => {
    const given = newCorrection.safeParse({ topic, text });
    if (given.success) {
      if (!busy) onSend(given.data);
      return;
    }
    const messageFor = (name: string) => given.error.issues.find(({ path }) => path[0] === name)?.message;
    const found = { topic: messageFor("topic"), text: messageFor("text") };
    setErrors({ ...(found.topic && { topic: found.topic }), ...(found.text && { text: found.text }) });
    document.getElementById(found.topic ? "correction-topic" : "correction-text")?.focus();
  };
  return (
    <div className="grid gap-5">
      <p>
        <Trans>After you have agreed, only our team can change your answers. Tell us what is wrong.</Trans>
      </p>
      <ChoiceField<CorrectionTopic>
        kind="one"
        id="correction-topic"
        label={t`What is it about?`}
        choices={correctionTopics
          .filter((one) => !open.includes(one))
          .map((value) => ({ value, label: topics[value] }))}
        value={topic}
        onChange={(value) => {
          setTopic(value);
          setErrors({});
        }}
        error={errors.topic && sentence(errors.topic)}
      />
      <TextArea
        id="correction-text"
        label={t`What is wrong, and what is right?`}
        hint={errors.text ? undefined : t`Please leave out tax and account numbers.`}
        rows={4}
        maxLength={1000}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setErrors({});
        }}
        error={errors.text && sentence(errors.text)}
      />
      {error && (
        <Notice tone="error">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      <div className="grid sm:justify-items-start">
        <Button busy={busy} onClick={submit}>
          {t`Ask for the correction`}
        </Button>
      </div>
    </div>
  );
}

function Earlier({ corrections }: { corrections: Correction[] }) {
  const { t } = useLingui();
  const topics = useTopics();
  return (
    <section className="grid gap-3 border-b border-line pb-5" aria-label={t`What you asked for before`}>
      <h3 className="font-semibold">
        <Trans>What you asked for before</Trans>
      </h3>
      <ul className="grid gap-4">
        {corrections.map((one) => (
          <li key={one.correctionId} className="grid gap-1">
            <p className="font-semibold">{topics[one.topic]}</p>
            <p className="break-words">{one.text}</p>
            <Answer correction={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answer({ correction: { message, answerBy } }: { correction: Correction }) {
  const words = useWords();
  const day = words.day(answerBy);
  if (message)
    return (
      <p className="break-words text-ink-soft">
        <Trans>Our answer: {message}</Trans>
      </p>
    );
  return (
    <p className="text-small text-ink-soft">
      <Trans>We answer by {day}.</Trans>
    </p>
  );
}

function useTopics(): Record<CorrectionTopic, string> {
  const { t } = useLingui();
  return {
    BUSINESS: t`Business details`,
    OWNER: t`My own details`,
    CO_OWNERS: t`Co-owners`,
    BANK: t`Bank accounts`,
    PRODUCTS: t`The products I chose`,
    OTHER: t`Another answer`,
  };
}

import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "../api/api.ts";
import { messageOf, useWords } from "../language/words.ts";
import { CodeField, secondsBetweenCodes, useCountdown } from "./code-field.tsx";

type Sent = { challengeId: string; sentTo: string };

type CodeFormProps = {
  method: "SMS" | "EMAIL";
  /** A code that was sent before and still works. */
  known: Sent | null;
  send: () => Promise<Sent>;
  /** Resolves when the code was right. */
  confirm: (challengeId: string, code: string) => Promise<void>;
  submitLabel: string;
  /** Another method, beside the link for a new code. */
  other?: ReactNode;
};

/** Sends a code when it is shown, and asks for it. */
export function CodeForm({ method, known, send, confirm, submitLabel, other }: CodeFormProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const [sent, setSent] = useState(known);
  const [code, setCode] = useState("");
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [notice, setNotice] = useState<{ tone: "error" | "info"; text: string } | null>(null);
  const [busy, setBusy] = useState<"SENDING" | "CONFIRMING" | null>(null);
  const [isLocked, setLocked] = useState(false);
  const [secondsLeft, setSecondsLeft] = useCountdown(0);
  const field = useRef<HTMLInputElement>(null);
  const hasBegun = useRef(known !== null);

  const request = async (news: string | null) => {
    setBusy("SENDING");
    setNotice(null);
    try {
      setSent(await send());
      setSecondsLeft(secondsBetweenCodes);
      setCode("");
      setFieldError(null);
      setLocked(false);
      if (news) setNotice({ tone: "info", text: news });
      field.current?.focus();
    } catch (error) {
      setNotice({ tone: "error", text: messageOf(error) });
    } finally {
      setBusy(null);
    }
  };
  useEffect(() => {
    // The first code is sent once, also when React mounts the component twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void request(null);
  });
  const isAsking = sent !== null && !isLocked;
  useEffect(() => {
    if (isAsking) field.current?.focus();
  }, [isAsking]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !sent) return;
    setNotice(null);
    if (code.length !== 6) {
      setFieldError("Please enter the 6-digit code");
      field.current?.focus();
      return;
    }
    setBusy("CONFIRMING");
    try {
      await confirm(sent.challengeId, code);
    } catch (error) {
      setBusy(null);
      const refusal = error instanceof ApiError ? error.code : null;
      if (refusal === "TOO_MANY_OTP_ATTEMPTS_EXCEPTION") setLocked(true);
      if (refusal !== "INVALID_OTP_CODE_EXCEPTION") return setNotice({ tone: "error", text: messageOf(error) });
      setFieldError(messageOf(error));
      field.current?.select();
    }
  };

  const to = <strong className="whitespace-nowrap">{sent?.sentTo}</strong>;
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isAsking && (
        <>
          <p>
            {method === "SMS" ? (
              <Trans>Enter the code that we sent to the phone {to}.</Trans>
            ) : (
              <Trans>Enter the code that we sent to {to}.</Trans>
            )}
          </p>
          <CodeField
            ref={field}
            value={code}
            error={fieldError && sentence(fieldError)}
            onChange={(typed) => {
              setCode(typed);
              setFieldError(null);
            }}
          />
        </>
      )}
      {!sent && busy && (
        <p role="status" className="text-ink-soft">
          <Trans>Sending you a code…</Trans>
        </p>
      )}
      {notice && (
        <Notice tone={notice.tone}>
          <p>{notice.text}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-x-6">
        <Button
          variant="text"
          aria-disabled={secondsLeft > 0 || busy === "SENDING"}
          onClick={() => void request(t`A new code is on its way. The newest one is the one that works.`)}
        >
          {secondsLeft > 0 ? t`Send a new code in ${secondsLeft} s` : t`Send a new code`}
        </Button>
        {other}
      </div>
      {isAsking && (
        <Button type="submit" busy={busy === "CONFIRMING"} className="justify-self-stretch">
          {busy === "CONFIRMING" ? t`Checking…` : submitLabel}
        </Button>
      )}
    </form>
  );
}

import { verifyLoginCode } from "@inlay/contracts/calls/people.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, request } from "../../shared/api/api.ts";
import { CodeField, secondsBetweenCodes, useCountdown } from "../../shared/forms/code-field.tsx";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { Screen } from "../../shared/page/screen.tsx";
import { type Attempt, type Platform, sendCode } from "./attempt.ts";
import { returnAddress } from "./place.ts";

type EnterCodeProps = {
  platform: Platform;
  attempt: Attempt;
  onSignedIn: () => void;
  onDifferentEmail: () => void;
};

export function EnterCode({ platform, attempt, onSignedIn, onDifferentEmail }: EnterCodeProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const [code, setCode] = useState("");
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [notice, setNotice] = useState<{ tone: "error" | "info"; text: string } | null>(null);
  const [locked, setLocked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [secondsLeft, setSecondsLeft] = useCountdown(secondsBetweenCodes);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!locked) field.current?.focus();
  }, [locked]);

  function refuse(error: unknown) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === "INVALID_OTP_CODE_EXCEPTION") {
      setFieldError(messageOf(error));
      field.current?.select();
      return;
    }
    if (code === "TOO_MANY_OTP_ATTEMPTS_EXCEPTION") setLocked(true);
    setNotice({ tone: "error", text: messageOf(error) });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setNotice(null);
    if (code.length !== 6) {
      setFieldError("Please enter the 6-digit code");
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const { originUrl } = await request(verifyLoginCode, {
        body: { email: attempt.email, code, pkceCodeVerifier: attempt.verifier },
      });
      const elsewhere = returnAddress(originUrl);
      if (elsewhere) window.location.assign(elsewhere);
      else onSignedIn();
    } catch (error) {
      refuse(error);
      setBusy(false);
    }
  }

  async function sendAnother() {
    setNotice(null);
    setSecondsLeft(secondsBetweenCodes);
    try {
      await sendCode(attempt);
      setLocked(false);
      setCode("");
      setFieldError(null);
      setNotice({ tone: "info", text: t`A new code is on its way. The newest one is the one that works.` });
      field.current?.focus();
    } catch (error) {
      refuse(error);
    }
  }

  const address = <strong className="wrap-anywhere">{attempt.email}</strong>;
  return (
    <Screen
      title={t`Check your email`}
      takesFocus={false}
      lead={
        platform.openEnrollmentEnabled ? (
          <Trans>We sent a 6-digit code to {address}.</Trans>
        ) : (
          <Trans>If {address} belongs to an account, we sent it a 6-digit code.</Trans>
        )
      }
      aside={{
        title: t`Nothing arrived?`,
        body: (
          <Trans>
            It can take a minute. Look in your spam folder too, and check that the address above is the right one.
          </Trans>
        ),
      }}
    >
      <form noValidate onSubmit={submit} className="grid gap-6">
        {!locked && (
          <CodeField
            ref={field}
            value={code}
            error={fieldError && sentence(fieldError)}
            onChange={(typed) => {
              setCode(typed);
              setFieldError(null);
            }}
          />
        )}
        {notice && (
          <Notice tone={notice.tone}>
            <p>{notice.text}</p>
          </Notice>
        )}
        {!locked && (
          <Button type="submit" busy={busy} className="justify-self-stretch sm:justify-self-start">
            {busy ? t`Checking…` : t`Sign in`}
          </Button>
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <Button variant="text" aria-disabled={secondsLeft > 0} onClick={sendAnother}>
            {secondsLeft > 0 ? t`Send a new code in ${secondsLeft} s` : t`Send a new code`}
          </Button>
          <Button variant="text" onClick={onDifferentEmail}>
            {t`Use a different email`}
          </Button>
        </div>
      </form>
    </Screen>
  );
}

import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { TextField } from "@inlay/ui/fields/text-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { checkEmail } from "../../shared/forms/check-email.ts";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { Screen } from "../../shared/page/screen.tsx";
import { newPkce } from "../../shared/session/pkce.ts";
import { type Attempt, type Platform, sendCode } from "./attempt.ts";

type EnterEmailProps = {
  platform: Platform;
  email: string;
  onEmail: (email: string) => void;
  takesFocus: boolean;
  onCodeSent: (attempt: Attempt) => void;
};

export function EnterEmail({ platform, email, onEmail, takesFocus, onCodeSent }: EnterEmailProps) {
  const platformAtEnd = beforePeriod(platform.platformName);
  const { t } = useLingui();
  const { sentence } = useWords();
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const checked = await checkEmail(email);
      if ("error" in checked) {
        setFieldError(checked.error);
        setBusy(false);
        field.current?.focus();
        return;
      }
      const attempt = { email: checked.email, signInDomain: platform.signInDomain, ...(await newPkce()) };
      await sendCode(attempt);
      onCodeSent(attempt);
    } catch (error) {
      setRefusal(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Screen
      title={platform.signInPage.title || t`Sign in`}
      lead={platform.signInPage.body}
      takesFocus={false}
      picture={platform.signInPage.backgroundImageUrl}
      aside={{
        title: t`No password to remember`,
        body: <Trans>We email you a 6-digit code. Enter it here and you are in.</Trans>,
      }}
    >
      {platform.isForCoOwnersOnly && (
        <Notice tone="info">
          <p>
            <Trans>
              This page is for people who were named as a co-owner. Everybody else finds financing inside{" "}
              {platformAtEnd}.
            </Trans>
          </p>
        </Notice>
      )}
      <form noValidate onSubmit={submit} className="grid gap-6">
        <TextField
          ref={field}
          label={t`Email`}
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          error={fieldError && sentence(fieldError)}
          onChange={(event) => {
            onEmail(event.target.value);
            setFieldError(null);
          }}
        />
        {refusal && (
          <Notice tone="error">
            <p>{refusal}</p>
          </Notice>
        )}
        <Button type="submit" busy={busy} className="justify-self-stretch sm:justify-self-start">
          {busy ? t`Sending…` : t`Email me a code`}
        </Button>
      </form>
    </Screen>
  );
}

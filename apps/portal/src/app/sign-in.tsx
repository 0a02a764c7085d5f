import type { Answer } from "@inlay/contracts/call.ts";
import type { findPlatform } from "@inlay/contracts/calls/partners.ts";
import { requestLoginCode, verifyLoginCode } from "@inlay/contracts/calls/people.ts";
import { email as emailField } from "@inlay/contracts/fields.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/notice.tsx";
import { TextField } from "@inlay/ui/text-field.tsx";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError, request } from "../shared/api.ts";
import { newPkce } from "../shared/pkce.ts";

export type Platform = Answer<typeof findPlatform>;

/** Somebody asked for a code. The verifier never leaves this tab until the code is entered. */
type Attempt = { email: string; verifier: string; challenge: string };

type SignInProps = { platform: Platform; takesFocus: boolean; onSignedIn: () => void };

export function SignIn({ platform, takesFocus, onSignedIn }: SignInProps) {
  const [email, setEmail] = useState("");
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [returned, setReturned] = useState(takesFocus);

  if (attempt) {
    const differentEmail = () => {
      setReturned(true);
      setAttempt(null);
    };
    return (
      <EnterCode platform={platform} attempt={attempt} onSignedIn={onSignedIn} onDifferentEmail={differentEmail} />
    );
  }
  return (
    <EnterEmail platform={platform} email={email} onEmail={setEmail} takesFocus={returned} onCodeSent={setAttempt} />
  );
}

type EnterEmailProps = {
  platform: Platform;
  email: string;
  onEmail: (email: string) => void;
  takesFocus: boolean;
  onCodeSent: (attempt: Attempt) => void;
};

function EnterEmail({ platform, email, onEmail, takesFocus, onCodeSent }: EnterEmailProps) {
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
    const given = emailField.safeParse(email);
    if (!given.success) {
      setFieldError(given.error.issues[0]?.message ?? "Please enter a valid email");
      field.current?.focus();
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      const attempt = { email: given.data, ...(await newPkce()) };
      await sendCode(attempt);
      onCodeSent(attempt);
    } catch (error) {
      setRefusal(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Columns
      title={platform.signInPage.title || "Sign in"}
      lead={platform.signInPage.body}
      aside={
        <>
          <p className="font-semibold">No password to remember</p>
          <p>We email you a 6-digit code. Enter it here and you are in.</p>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-6">
        <TextField
          ref={field}
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          error={fieldError}
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
          {busy ? "Sending…" : "Email me a code"}
        </Button>
      </form>
    </Columns>
  );
}

const secondsBetweenCodes = 30;

type EnterCodeProps = {
  platform: Platform;
  attempt: Attempt;
  onSignedIn: () => void;
  onDifferentEmail: () => void;
};

function EnterCode({ platform, attempt, onSignedIn, onDifferentEmail }: EnterCodeProps) {
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
      await request(verifyLoginCode, { body: { email: attempt.email, code, pkceCodeVerifier: attempt.verifier } });
      onSignedIn();
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
      setNotice({ tone: "info", text: "A new code is on its way. The newest one is the one that works." });
      field.current?.focus();
    } catch (error) {
      refuse(error);
    }
  }

  const address = <strong className="wrap-anywhere">{attempt.email}</strong>;
  return (
    <Columns
      title="Check your email"
      lead={
        platform.openEnrollmentEnabled ? (
          <>We sent a 6-digit code to {address}.</>
        ) : (
          <>If {address} belongs to an account, we sent it a 6-digit code.</>
        )
      }
      aside={
        <>
          <p className="font-semibold">Nothing arrived?</p>
          <p>It can take a minute. Look in your spam folder too, and check that the address above is the right one.</p>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-6">
        {!locked && (
          <TextField
            ref={field}
            label="6-digit code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            error={fieldError}
            onChange={(event) => {
              setCode(event.target.value.replace(/\D/g, "").slice(0, 6));
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
            {busy ? "Checking…" : "Sign in"}
          </Button>
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <Button look="text" aria-disabled={secondsLeft > 0} onClick={sendAnother}>
            {secondsLeft > 0 ? `Send a new code in ${secondsLeft} s` : "Send a new code"}
          </Button>
          <Button look="text" onClick={onDifferentEmail}>
            Use a different email
          </Button>
        </div>
      </form>
    </Columns>
  );
}

type ColumnsProps = { title: string; lead: ReactNode; aside: ReactNode; children: ReactNode };

function Columns({ title, lead, aside, children }: ColumnsProps) {
  return (
    <div className="grid items-start gap-8 md:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <title>{title}</title>
      <div className="grid gap-8">
        <div className="grid gap-2">
          <h1 className="type-title wrap-anywhere">{title}</h1>
          <p className="max-w-[56ch] text-ink-soft">{lead}</p>
        </div>
        {children}
      </div>
      <aside className="rounded-control bg-tint px-4.5 py-4 text-small">{aside}</aside>
    </div>
  );
}

async function sendCode({ email, challenge }: Attempt): Promise<void> {
  const { host, origin, pathname } = window.location;
  await request(requestLoginCode, {
    body: { platformDomainName: host, originUrl: origin + pathname, email, pkceCodeChallenge: challenge },
  });
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : "Something went wrong. Please reload the page and try again.";

function useCountdown(from: number): [secondsLeft: number, restart: (from: number) => void] {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    if (left === 0) return;
    const second = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(second);
  }, [left]);
  return [left, setLeft];
}

import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Dialog } from "@inlay/ui/overlays/dialog.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState } from "react";
import { messageOf, useWords } from "../shared/language/words.ts";
import { makeRoom } from "../shared/page/make-room.ts";
import { lastSaid } from "../shared/session/lifetime.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { Unvouched } from "./unvouched.tsx";

type SessionWarningProps = { endsAt: number; canStay: boolean };

/** The warning two minutes before a session ends. Closing it extends the session. */
export function SessionWarning({ endsAt, canStay }: SessionWarningProps) {
  const { t } = useLingui();
  const { host, lifetime, leave } = usePortalSession();
  const [isRead, setRead] = useState(false);
  const [doing, setDoing] = useState<"STAY" | "LEAVE" | null>(null);
  const [error, setError] = useState<unknown>(null);
  const secondsLeft = useSecondsUntil(endsAt);
  const inWords = useDuration();
  const saidId = useId();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRead) return;
    const giveBackRoom = makeRoom();
    // In a tall frame the dialog may be outside the visible part.
    place.current?.scrollIntoView({ block: "center" });
    return giveBackRoom;
  }, [isRead]);

  const act = (what: "STAY" | "LEAVE", work: () => Promise<void>) => {
    if (doing) return;
    setDoing(what);
    setError(null);
    work().then(
      () => setDoing(null),
      (refusal: unknown) => {
        setDoing(null);
        setError(refusal);
      },
    );
  };
  const stay = () => (canStay ? act("STAY", lifetime.stay) : setRead(true));
  if (isRead) return null;
  const [left, said] = [inWords(secondsLeft), inWords(lastSaid(secondsLeft))];
  return (
    <Dialog
      isAlert
      isOpen
      title={t`Are you still there?`}
      onClose={stay}
      closeLabel={canStay ? t`Stay signed in` : t`Close`}
      actions={
        <>
          <Button busy={doing === "STAY"} onClick={stay} aria-describedby={saidId} autoFocus>
            {canStay ? t`Stay signed in` : t`Go on`}
          </Button>
          {!host && (
            <Button variant="secondary" busy={doing === "LEAVE"} onClick={() => act("LEAVE", leave)}>
              {t`Sign out`}
            </Button>
          )}
        </>
      }
    >
      <div ref={place} className="grid gap-4">
        <p aria-hidden="true">
          <Trans>
            For your safety your session ends in <strong className="whitespace-nowrap tabular-nums">{left}</strong>.
          </Trans>
        </p>
        {/* Screen readers announce the time left at a few moments and not every second. */}
        <p id={saidId} role="status" className="sr-only">
          <Trans>For your safety your session ends in {said}.</Trans>
        </p>
        <p className="text-ink-soft">
          {canStay ? (
            <Trans>Everything you have finished is kept, whatever you choose.</Trans>
          ) : (
            <Trans>
              You have been signed in for a day, so you will have to sign in again. Everything you have finished is
              kept.
            </Trans>
          )}
        </p>
        {error !== null && (
          <Notice tone="error">
            <p>{host ? <Unvouched /> : messageOf(error)}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

function useSecondsUntil(endsAt: number): number {
  const left = () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)));
    tick();
    const ticker = setInterval(tick, 1_000);
    return () => clearInterval(ticker);
  }, [endsAt]);
  return seconds;
}

/** A duration in the page's language, such as “1 minute and 30 seconds”. */
function useDuration(): (seconds: number) => string {
  const { region } = useWords();
  const count = (unit: "minute" | "second", value: number) =>
    new Intl.NumberFormat(region, { style: "unit", unit, unitDisplay: "long" }).format(value);
  return (total) => {
    const [minutes, seconds] = [Math.floor(total / 60), total % 60];
    const parts = [
      ...(minutes > 0 ? [count("minute", minutes)] : []),
      ...(seconds > 0 || minutes === 0 ? [count("second", seconds)] : []),
    ];
    return new Intl.ListFormat(region, { type: "conjunction" }).format(parts);
  };
}

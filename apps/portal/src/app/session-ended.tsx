import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Screen } from "../shared/page/screen.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { closeHelpWindow } from "./help/help-window.ts";
import { Unvouched } from "./unvouched.tsx";

/** Replaces the open page when the session has ended: says what is saved and offers to sign in again. */
export function SessionEnded({ isTypingKept }: { isTypingKept: boolean }) {
  const { t } = useLingui();
  const { host, comeBack } = usePortalSession();
  const [attempt, setAttempt] = useState<"BUSY" | "FAILED" | null>(null);
  useEffect(closeHelpWindow, []);
  const goOn = () => {
    setAttempt("BUSY");
    comeBack().catch(() => setAttempt("FAILED"));
  };
  return (
    <Screen
      title={host ? t`Your session has ended` : t`You have been signed out`}
      lead={<Trans>After a while we close your pages to keep your information safe.</Trans>}
      takesFocus
    >
      <div className="grid max-w-[56ch] gap-6">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            <Trans>Every step that you finished is kept.</Trans>
          </li>
          {isTypingKept && (
            <li>
              <Trans>
                What you had typed on the last page is kept too, except Social Security numbers and account numbers.
              </Trans>
            </li>
          )}
          <li>
            <Trans>You go on where you stopped.</Trans>
          </li>
        </ul>
        {attempt === "FAILED" && (
          <Notice tone="error">
            <p>
              <Unvouched />
            </p>
          </Notice>
        )}
        <Button
          id="next-step"
          busy={attempt === "BUSY"}
          className="justify-self-stretch sm:justify-self-start"
          onClick={goOn}
        >
          {host ? t`Go on` : t`Sign in again`}
        </Button>
      </div>
    </Screen>
  );
}

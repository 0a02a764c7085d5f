import { refuseReminders } from "@inlay/contracts/calls/reminders.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { request } from "../shared/api/api.ts";
import { messageOf } from "../shared/language/words.ts";
import { Screen } from "../shared/page/screen.tsx";
import { usePlatformFrame } from "./direct-portal.tsx";
import { Page } from "./page.tsx";

/**
 * The page that the link in a reminder of an unfinished application opens, without a session. The token follows the hash sign, so that no
 * server sees it. Opening the page changes nothing, because email scanners open links too; the button refuses.
 */
export function RefuseRemindersPage() {
  const { t } = useLingui();
  const { frame } = usePlatformFrame();
  const refuse = useMutation({
    mutationFn: () => request(refuseReminders, { body: { token: window.location.hash.slice(1) || "none" } }),
    networkMode: "always",
  });
  if (refuse.isSuccess)
    return (
      <Page {...frame}>
        <Screen key="refused" title={t`You get no more reminders`} takesFocus>
          <p className="max-w-[56ch]">
            <Trans>
              Your answers stay saved. If you go on with the application, we still write to you about what happens to
              it.
            </Trans>
          </p>
        </Screen>
      </Page>
    );
  return (
    <Page {...frame}>
      <Screen
        key="asked"
        title={t`No more reminders?`}
        lead={<Trans>We then no longer write to you when an application is not finished.</Trans>}
        takesFocus={false}
      >
        <div className="grid gap-4">
          {refuse.isError && (
            <Notice tone="error">
              <p>{messageOf(refuse.error)}</p>
            </Notice>
          )}
          <div className="grid justify-items-stretch gap-3 sm:justify-items-start">
            <Button busy={refuse.isPending} onClick={() => refuse.mutate()}>
              {t`Stop the reminders`}
            </Button>
            <p className="max-w-[56ch] text-small text-ink-soft">
              <Trans>If you want to keep them, there is nothing to do. You can close this page.</Trans>
            </p>
          </div>
        </div>
      </Screen>
    </Page>
  );
}

import { stopEmails } from "@inlay/contracts/calls/notifications.ts";
import { isLockedTopic, type NotificationTopic, notificationTopics } from "@inlay/lending/servicing/notifications.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTopicWords } from "../servicing/topic-words.ts";
import { request } from "../shared/api/api.ts";
import { messageOf } from "../shared/language/words.ts";
import { Screen } from "../shared/page/screen.tsx";
import { usePlatformFrame } from "./direct-portal.tsx";
import { Page } from "./page.tsx";

/**
 * The page that the link in an email about the financing opens, without a session: a button for each topic of that email. The token follows the
 * hash sign, so that no server sees it. Opening the page changes nothing, because email scanners open links too.
 */
export function StopEmailsPage() {
  const { t } = useLingui();
  const { frame } = usePlatformFrame();
  const wordsOf = useTopicWords();
  const [topics] = useState(() => topicsIn(new URLSearchParams(window.location.search).get("stopEmails") ?? ""));
  const [stopped, setStopped] = useState<readonly NotificationTopic[]>([]);
  const stop = useMutation({
    mutationFn: (topic: NotificationTopic) =>
      request(stopEmails, { body: { token: window.location.hash.slice(1) || "none", topic } }),
    onSuccess: (_, topic) => setStopped((before) => [...before, topic]),
    networkMode: "always",
  });
  return (
    <Page {...frame}>
      <Screen
        title={t`Stop these emails?`}
        lead={
          <Trans>We then no longer write to you about what you stop here. You can turn it on again on your page.</Trans>
        }
        takesFocus={false}
      >
        <div className="grid max-w-[56ch] gap-4">
          {stop.isError && (
            <Notice tone="error">
              <p>{messageOf(stop.error)}</p>
            </Notice>
          )}
          <ul className="grid divide-y divide-line border-y border-line">
            {topics.map((topic) => {
              const { name, about } = wordsOf(topic);
              return (
                <li key={topic} className="flex items-center justify-between gap-6 py-4">
                  <div>
                    <p className="font-semibold">{name}</p>
                    <p className="type-small">{about}</p>
                  </div>
                  <div aria-live="polite">
                    {stopped.includes(topic) ? (
                      <p className="font-semibold text-good">
                        <Trans>Stopped</Trans>
                      </p>
                    ) : (
                      <Button
                        variant="secondary"
                        busy={stop.isPending && stop.variables === topic}
                        onClick={() => stop.mutate(topic)}
                      >
                        <Trans>
                          Stop<span className="sr-only"> {name}</span>
                        </Trans>
                      </Button>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
          <p className="text-small text-ink-soft">
            <Trans>
              Emails about missed payments, changed amounts and refused requests are always sent, because they are about
              what the business owes or has asked for.
            </Trans>
          </p>
        </div>
      </Screen>
    </Page>
  );
}

const topicsIn = (text: string): NotificationTopic[] =>
  notificationTopics.filter((topic) => text.split(" ").includes(topic) && !isLockedTopic(topic));

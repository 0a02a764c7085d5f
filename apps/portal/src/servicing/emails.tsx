import {
  getNotificationPreferences,
  type NotificationPreferences,
  saveNotificationPreference,
} from "@inlay/contracts/calls/notifications.ts";
import type { NotificationTopic } from "@inlay/lending/servicing/notifications.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Checkbox } from "@inlay/ui/fields/checkbox.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { PageProps } from "../products/servicing/pages.ts";
import { useDoneBanner, useErrorBanner } from "../shared/page/banners.tsx";
import { Heading } from "../shared/page/heading.tsx";
import { type PortalSession, usePortalSession } from "../shared/session/portal-session.tsx";
import { useTopicWords } from "./topic-words.ts";

const preferencesQuery = ({ ask }: Pick<PortalSession, "ask">) =>
  queryOptions({
    queryKey: ["notification preferences"],
    queryFn: () => ask(getNotificationPreferences, {}),
    gcTime: 0,
  });

/** Which emails about the financing the person gets: those that they choose, and those that are always sent, with the reason. */
export function Emails({ takesFocus }: PageProps<"EMAILS">) {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(preferencesQuery(usePortalSession()));
  const title = t`Emails`;
  const { email } = data;
  const chosen = data.preferences.filter(({ isLocked }) => !isLocked);
  const locked = data.preferences.filter(({ isLocked }) => isLocked);
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid gap-2">
        <Heading takesFocus={takesFocus}>{title}</Heading>
        {email && (
          <p className="wrap-anywhere text-ink-soft">
            <Trans>We write to {email}. What happens within an hour comes in one email.</Trans>
          </p>
        )}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-7">
        {chosen.length > 0 && <Chosen preferences={chosen} />}
        <AlwaysSent preferences={locked} />
      </div>
    </div>
  );
}

type Preference = NotificationPreferences["preferences"][number];

function Chosen({ preferences }: { preferences: readonly Preference[] }) {
  const { t } = useLingui();
  const session = usePortalSession();
  const queries = useQueryClient();
  const showDone = useDoneBanner();
  const showError = useErrorBanner();
  const wordsOf = useTopicWords();
  const save = useMutation({
    mutationFn: (body: { topic: NotificationTopic; channel: "EMAIL"; isOn: boolean }) =>
      session.ask(saveNotificationPreference, { body }),
    // One choice after the other, so that the last answer is the newest.
    scope: { id: "notification preferences" },
    onSuccess: (answer) => {
      queries.setQueryData(preferencesQuery(session).queryKey, answer);
      showDone(t`Your choice is saved.`);
    },
    onError: (error) => showError(error),
  });
  return (
    <Card className="grid gap-1" aria-labelledby="emails-chosen">
      <h2 id="emails-chosen" className="type-subheader pb-1">
        <Trans>You choose</Trans>
      </h2>
      {preferences.map(({ topic, channel, isOn }) => {
        const { name, about } = wordsOf(topic);
        const isSaving = save.isPending && save.variables.topic === topic;
        return (
          <Checkbox
            key={topic}
            isSelected={isSaving ? save.variables.isOn : isOn}
            hint={about}
            onChange={(isSelected) => save.mutate({ topic, channel, isOn: isSelected })}
          >
            <span className="font-semibold">{name}</span>
          </Checkbox>
        );
      })}
    </Card>
  );
}

function AlwaysSent({ preferences }: { preferences: readonly Preference[] }) {
  const wordsOf = useTopicWords();
  return (
    <Card className="grid gap-3" aria-labelledby="emails-always">
      <h2 id="emails-always" className="type-subheader">
        <Trans>Always sent</Trans>
      </h2>
      <p className="text-ink-soft">
        <Trans>
          These emails cannot be turned off, because they are about what the business owes or has asked for.
        </Trans>
      </p>
      <ul className="grid divide-y divide-line">
        {preferences.map(({ topic }) => (
          <li key={topic} className="py-3">
            <p className="font-semibold">{wordsOf(topic).name}</p>
            <p className="type-small">{wordsOf(topic).about}</p>
          </li>
        ))}
      </ul>
      <p className="type-small">
        <Trans>The same is true of codes, of changes to bank accounts and of notices about decisions.</Trans>
      </p>
    </Card>
  );
}

import { beforePeriod } from "@inlay/contracts/before-period.ts";
import type { WaitingForOffers } from "@inlay/contracts/onboarding/waiting.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useWords } from "../../shared/language/words.ts";

/** The reference number of an application, what happens with it and by when, and how its owner hears. */
export function ApplicationStatus({ waiting }: { waiting: WaitingForOffers }) {
  const { t } = useLingui();
  const { region } = useWords();
  const { reference, email, receivedAt, promisedBy, isLate } = waiting;
  const moment = (at: string) =>
    new Intl.DateTimeFormat(region, {
      weekday: "long",
      month: "long",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
    }).format(new Date(at));
  // In Spanish the time ends the sentence, and "p. m." has a period of its own.
  const by = promisedBy && beforePeriod(moment(promisedBy));
  const address = <strong className="wrap-anywhere text-ink">{email}</strong>;
  return (
    <Card aria-label={t`Your application`}>
      <p className="type-small">
        <Trans>Reference number</Trans>
      </p>
      <p className="text-figure font-bold tracking-normal select-all">{reference}</p>
      <p className="type-small mt-1">
        <Trans>Tell us this number when you write or call, and we find your application at once.</Trans>
      </p>
      <div className="mt-5 border-t border-line pt-5">
        <Timeline
          doneLabel={t`Done`}
          stops={[
            { label: t`Application received`, detail: moment(receivedAt), state: "DONE" },
            {
              label: t`We check your information`,
              detail: by ? undefined : t`The other owners do their part meanwhile. We have written to them.`,
              state: "NOW",
            },
            {
              label: t`You hear from us`,
              state: "LATER",
              // A promise that was not kept is said above, with an apology.
              detail: isLate ? undefined : by ? (
                <Trans>
                  You will hear about the next steps within 48 hours or less: by{" "}
                  <strong className="text-ink">{by}</strong> at the latest.
                </Trans>
              ) : (
                <Trans>
                  You will hear about the next steps within 48 hours or less after the last owner has done their part.
                </Trans>
              ),
            },
          ]}
        />
      </div>
      {email && (
        <p className="mt-5 border-t border-line pt-4 text-small text-ink-soft">
          <Trans>We email {address} as soon as there is news.</Trans>
        </p>
      )}
    </Card>
  );
}

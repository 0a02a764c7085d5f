import { listConsents } from "@inlay/contracts/calls/onboarding.ts";
import type { ConsentKind } from "@inlay/contracts/onboarding/agreements.ts";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { Dialog } from "@inlay/ui/overlays/dialog.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

/** The person's consents, in the text and the language that they saw. */
export function Agreed({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const { region } = useWords();
  const { data, error } = useQuery({ queryKey: ["consents"], queryFn: () => ask(listConsents, {}) });
  const titles: Record<ConsentKind, string> = {
    TERMS_AND_PRIVACY: t`Terms and privacy`,
    E_SIGN: t`Electronic records`,
    SOFT_PULL: t`Credit check`,
  };
  const moment = new Intl.DateTimeFormat(region, { dateStyle: "long", timeStyle: "short" });
  return (
    <Dialog title={t`What you agreed to`} isOpen onClose={onClose} closeLabel={t`Close`}>
      <div className="grid gap-6">
        {error && <p role="alert">{messageOf(error)}</p>}
        {!data && !error && <Skeleton className="h-40 w-full" />}
        {data?.consents.map(({ id, kind, text, language, givenAt, version }) => {
          const when = moment.format(new Date(givenAt));
          return (
            <section key={id} className="grid gap-2">
              <h3 className="font-semibold">{titles[kind]}</h3>
              <div lang={language} className="grid gap-2 text-small">
                {text.split("\n\n").map((words) => (
                  <p key={words}>{words}</p>
                ))}
              </div>
              <p className="type-small">
                <Trans>
                  Agreed on {when}, version {version}
                </Trans>
              </p>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

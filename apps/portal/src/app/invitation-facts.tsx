import type { InvitationIntroduction } from "@inlay/contracts/onboarding/invitation-introduction.ts";
import { Card } from "@inlay/ui/card.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { useLingui } from "@lingui/react/macro";
import type { Platform } from "./sign-in/attempt.ts";

type InvitationFactsProps = { introduction: InvitationIntroduction | undefined; platform: Platform | undefined };

/** Whom an emailed link is about and who is behind it, for a person who has never been here. What is not known is left out. */
export function InvitationFacts({ introduction, platform }: InvitationFactsProps) {
  const { t } = useLingui();
  const rows = [
    { label: t`Business`, value: introduction?.businessName },
    { label: t`Who asks you`, value: introduction?.invitedBy },
    { label: t`Platform`, value: platform?.platformName },
    { label: t`Financing by`, value: platform?.lenderName },
  ].flatMap(({ label, value }) => (value ? [{ label, value: <span className="wrap-anywhere">{value}</span> }] : []));
  if (rows.length === 0) return null;
  return (
    <Card aria-label={t`What this is about`}>
      <FigureList rows={rows} />
      {platform?.licenseLine && (
        <p lang="en" className="mt-4 border-t border-line pt-3 text-small text-ink-soft">
          {platform.licenseLine}
        </p>
      )}
    </Card>
  );
}

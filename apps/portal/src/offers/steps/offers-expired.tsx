import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { ChevronIcon } from "@inlay/ui/icons/chevron-icon.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { OfferCards } from "../offer-cards.tsx";
import { useLastDay, useOfferGroups } from "../offer-facts.ts";
import { OfferPage, WriteToUs } from "../offer-page.tsx";

/** The offers are no longer open: since when, what they were, and the way to new ones. */
export function OffersExpired({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  const groups = useOfferGroups();
  const until = useLastDay(groups);
  return (
    <OfferPage
      title={t`Your offers expired but we can refresh them for you`}
      lead={
        <>
          {until && <Trans>They were open until {until}.</Trans>}{" "}
          <Trans>Refreshing them does not affect your credit score.</Trans>
        </>
      }
      takesFocus={takesFocus}
    >
      <section className="max-w-[68ch] rounded-control bg-tint px-4.5 py-4">
        <h2 className="mb-0.5 font-semibold">
          <Trans>How to get new offers</Trans>
        </h2>
        <p>
          <WriteToUs />{" "}
          <Trans>We look at your latest figures and answer within 48 hours or less. New offers may differ.</Trans>
        </p>
      </section>
      {groups.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 text-link underline underline-offset-3 [&::-webkit-details-marker]:hidden">
            <Trans>Display expired offer</Trans>
            <span className="shrink-0 group-open:rotate-180 motion-safe:transition-transform">
              <ChevronIcon />
            </span>
          </summary>
          <div className="mt-3 grid justify-items-start gap-3">
            <Badge tone="error">
              <Trans>Expired</Trans>
            </Badge>
            <div className="w-full">
              <OfferCards groups={groups} isMuted />
            </div>
          </div>
        </details>
      )}
    </OfferPage>
  );
}

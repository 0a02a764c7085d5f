import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { OwnNotices } from "../../notices/on-demand.tsx";
import { useBusiness } from "../../shared/business/business-context.tsx";
import { OfferCards } from "../offer-cards.tsx";
import { useLastDay, useOfferGroups } from "../offer-facts.ts";
import { OfferPage, WriteToUs } from "../offer-page.tsx";

/** What is offered, what it costs and until when. */
export function DisplayOffers({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  const groups = useOfferGroups();
  const until = useLastDay(groups);
  const { business } = useBusiness();
  const nameAtEnd = beforePeriod(business.businessName ?? t`your business`);
  const count = groups.length;
  return (
    <OfferPage
      title={t`You're approved!`}
      badge={
        until && (
          <Badge tone="success" dot>
            <Trans>Open until {until}</Trans>
          </Badge>
        )
      }
      lead={
        <>
          <Plural value={count} one={`# way to fund ${nameAtEnd}.`} other={`# ways to fund ${nameAtEnd}.`} />{" "}
          <Trans>Nothing is final, and nothing is owed, until you sign.</Trans>
        </>
      }
      takesFocus={takesFocus}
    >
      <OfferCards groups={groups} />
      <OwnNotices />
      <section className="max-w-[68ch] rounded-control bg-tint px-4.5 py-4">
        <h2 className="mb-0.5 font-semibold">
          <Trans>How you go on</Trans>
        </h2>
        <p>
          <Trans>We write to you by email with the way to accept an offer. Would you like to go ahead sooner?</Trans>{" "}
          <WriteToUs />
        </p>
      </section>
    </OfferPage>
  );
}

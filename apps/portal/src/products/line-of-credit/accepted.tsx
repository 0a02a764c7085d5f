import { Trans, useLingui } from "@lingui/react/macro";
import { AcceptedPage, type AcceptedView } from "../offers/accepted-page.tsx";
import type { OfferOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";

/** The line is being activated. Nothing is paid out before a draw. */
export function LineOfCreditAccepted({ offer, takesFocus }: AcceptedView<OfferOf<"LOC_TERM_LOAN">>) {
  const { t } = useLingui();
  const { dollars } = useOfferFormats();
  const limit = dollars(offer.chosenAmountCents ?? offer.terms.approvedLimitCents);
  return (
    <AcceptedPage
      title={t`We are activating your line of credit`}
      lead={<Trans>We write to you by email when you can draw from it. Nothing is owed before your first draw.</Trans>}
      takesFocus={takesFocus}
      next={[
        { label: t`Your line of ${limit} is activated`, detail: t`Within 24 hours` },
        { label: t`You draw when you need it`, detail: t`Here, in this portal` },
      ]}
    />
  );
}

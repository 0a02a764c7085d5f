import { Trans, useLingui } from "@lingui/react/macro";
import { AcceptedPage, type AcceptedView } from "../offers/accepted-page.tsx";
import type { OfferOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";

/** The plans are being activated. Nothing is paid out before the first bill. */
export function PayablesFinancingAccepted({ offer, takesFocus }: AcceptedView<OfferOf<"EXTEND_PAY_PURCHASE_ORDER">>) {
  const { t } = useLingui();
  const { dollars } = useOfferFormats();
  const limit = dollars(offer.terms.monthlyLimitAmountCents);
  return (
    <AcceptedPage
      title={t`We are activating your financing plans`}
      lead={<Trans>We write to you by email when you can use them. Nothing is owed before that.</Trans>}
      takesFocus={takesFocus}
      next={[
        { label: t`Your plans up to ${limit} a month are activated`, detail: t`Within 24 hours` },
        { label: t`You choose bills to finance`, detail: t`Here, in this portal` },
      ]}
    />
  );
}

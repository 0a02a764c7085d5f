import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { OfferView } from "../offers/offer-view.ts";
import { SummaryPage } from "../offers/summary-page.tsx";
import { useOfferQuote } from "../offers/use-offer-quote.ts";
import { CashAdvanceOffer } from "./offer.tsx";

export function CashAdvanceSummary({ offers, offer, amountCents }: OfferView<"MCA">) {
  const { t } = useLingui();
  const quote = useOfferQuote(offers, offer, amountCents ?? offer.pricing.maxAdvanceAmountCents);
  const { terms } = quote;
  return (
    <SummaryPage
      title={t`You're approved!`}
      lead={<Trans>Nothing is final, and nothing is owed, until you sign.</Trans>}
      quote={quote}
      price={{ costCents: terms.financeChargeInCents, apr: terms.estimatedApr, isEstimate: true }}
      choice={
        <Card>
          <CashAdvanceOffer terms={terms} />
        </Card>
      }
      cost={null}
    />
  );
}

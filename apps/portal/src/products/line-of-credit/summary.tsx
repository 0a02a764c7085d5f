import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { OfferView } from "../offers/offer-view.ts";
import { SummaryPage } from "../offers/summary-page.tsx";
import { useOfferQuote } from "../offers/use-offer-quote.ts";
import { LineOfCreditOffer } from "./offer.tsx";

export function LineOfCreditSummary({ offers, offer, amountCents }: OfferView<"LOC_TERM_LOAN">) {
  const { t } = useLingui();
  const quote = useOfferQuote(offers, offer, amountCents ?? offer.pricing.approvedLimitCents);
  const { terms } = quote;
  return (
    <SummaryPage
      title={t`You're approved!`}
      lead={<Trans>Nothing is final, and nothing is owed, until you sign.</Trans>}
      quote={quote}
      price={{ costCents: terms.totalCostCents, apr: terms.apr }}
      choice={
        <Card>
          <LineOfCreditOffer terms={terms} />
        </Card>
      }
      cost={null}
    />
  );
}

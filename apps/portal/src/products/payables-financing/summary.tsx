import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { OfferView } from "../offers/offer-view.ts";
import { SummaryPage } from "../offers/summary-page.tsx";
import { useOfferQuote } from "../offers/use-offer-quote.ts";
import { PayablesFinancingOffer } from "./offer.tsx";

export function PayablesFinancingSummary({ offers, offer, amountCents }: OfferView<"EXTEND_PAY_PURCHASE_ORDER">) {
  const { t } = useLingui();
  const quote = useOfferQuote(offers, offer, amountCents ?? offer.pricing.monthlyLimitAmountCents);
  const { terms } = quote;
  const plan = terms.offerPlans[0];
  return (
    <SummaryPage
      title={t`You're approved!`}
      lead={<Trans>Nothing is final, and nothing is owed, until you sign.</Trans>}
      quote={quote}
      price={{ costCents: plan?.totalCostCents ?? 0, apr: plan?.apr ?? 0 }}
      choice={
        <Card>
          <PayablesFinancingOffer terms={terms} />
        </Card>
      }
      cost={null}
    />
  );
}

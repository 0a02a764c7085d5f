import { Trans, useLingui } from "@lingui/react/macro";
import type { OfferView } from "../offers/offer-view.ts";
import { AdvanceSummary } from "../offers/sales-share/summary.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { useOfferQuote } from "../offers/use-offer-quote.ts";
import { selectedIntegratedCashAdvance } from "./selected-advance.ts";

/** The platform withholds a share of each card sale. */
export function IntegratedCashAdvanceSummary(view: OfferView<"INTEGRATED_MCA">) {
  const { t } = useLingui();
  const { share } = useOfferFormats();
  const { offers, offer, onChoose } = view;
  const advance = selectedIntegratedCashAdvance(view);
  const quote = useOfferQuote(offers, offer, advance.amountCents);
  const part = share(quote.terms.repaymentPercentage);
  return (
    <AdvanceSummary
      quote={quote}
      advance={advance}
      onAmountChange={(amountCents) => onChoose({ offerId: offer.id, amountCents })}
      lead={<Trans>You receive an amount now and give back a share of each card sale as it happens.</Trans>}
      paymentNote={t`${part} of each card sale, as it happens`}
      withoutSales={<Trans>When there are no card sales, there is no payment, and a slow day takes little.</Trans>}
    />
  );
}

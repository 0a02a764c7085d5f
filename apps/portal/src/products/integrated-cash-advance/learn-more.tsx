import { useLingui } from "@lingui/react/macro";
import type { OfferView } from "../offers/offer-view.ts";
import { tiersWithin } from "../offers/sales-share/advance.ts";
import { AdvanceLearnMore } from "../offers/sales-share/learn-more.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { termsAt, useOfferQuote } from "../offers/use-offer-quote.ts";
import { selectedIntegratedCashAdvance } from "./selected-advance.ts";

export function IntegratedCashAdvanceLearnMore(view: OfferView<"INTEGRATED_MCA">) {
  const { t } = useLingui();
  const { share } = useOfferFormats();
  const { offers, offer } = view;
  const advance = selectedIntegratedCashAdvance(view);
  const quote = useOfferQuote(offers, offer, advance.amountCents);
  const part = share(quote.terms.repaymentPercentage);
  return (
    <AdvanceLearnMore
      quote={quote}
      advance={advance}
      tiers={tiersWithin(advance.range, offer).map(({ amountCents, ...tier }) => {
        const { feeAmountCents, estimatedApr } = termsAt(offers, offer, amountCents);
        return { ...tier, feeCents: feeAmountCents, apr: estimatedApr };
      })}
      how={[
        t`The platform on which you sell withholds ${part} of each card sale as it happens and passes it on to us.`,
        t`When there are no card sales, there is no payment.`,
        t`When a sale is refunded, its share no longer counts as repaid.`,
      ]}
    />
  );
}

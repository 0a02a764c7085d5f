import type { RepaymentFrequency } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { useLingui } from "@lingui/react/macro";
import type { OfferView } from "../offers/offer-view.ts";
import { tiersWithin } from "../offers/sales-share/advance.ts";
import { AdvanceLearnMore } from "../offers/sales-share/learn-more.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { termsAt, useOfferQuote } from "../offers/use-offer-quote.ts";
import { selectedCashAdvance } from "./selected-advance.ts";

export function CashAdvanceLearnMore(view: OfferView<"MCA">) {
  const { t } = useLingui();
  const { share } = useOfferFormats();
  const { offers, offer } = view;
  const advance = selectedCashAdvance(view);
  const quote = useOfferQuote(offers, offer, advance.amountCents);
  const part = share(quote.terms.repaymentPercentage);
  const taken: Record<RepaymentFrequency, string> = {
    DAILY: t`Two banking days after each business day, we take ${part} of its sales from your account.`,
    WEEKLY: t`Two banking days after each week ends, we take ${part} of its sales from your account.`,
    BIWEEKLY: t`Two banking days after every second week ends, we take ${part} of the sales of the two weeks from your account.`,
    MONTHLY: t`Two banking days after each month ends, we take ${part} of its sales from your account.`,
  };
  return (
    <AdvanceLearnMore
      quote={quote}
      advance={advance}
      tiers={tiersWithin(advance.range, offer).map(({ amountCents, ...tier }) => {
        const { feeAmountCents, estimatedApr } = termsAt(offers, offer, amountCents);
        return { ...tier, feeCents: feeAmountCents, apr: estimatedApr };
      })}
      how={[
        taken[offer.pricing.repaymentFrequency],
        t`When there are no sales, there is no payment.`,
        t`If we ever take too much, ask for a true-up: we recompute it from your sales within 2 banking days.`,
      ]}
    />
  );
}

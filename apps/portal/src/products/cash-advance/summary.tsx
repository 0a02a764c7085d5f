import type { RepaymentFrequency } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import type { OfferView } from "../offers/offer-view.ts";
import { AdvanceSummary } from "../offers/sales-share/summary.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { useOfferQuote } from "../offers/use-offer-quote.ts";
import { selectedCashAdvance } from "./selected-advance.ts";

/** A share of sales is taken from the owner's account after each period. */
export function CashAdvanceSummary(view: OfferView<"MCA">) {
  const { t } = useLingui();
  const { share } = useOfferFormats();
  const { offers, offer, onChoose } = view;
  const advance = selectedCashAdvance(view);
  const quote = useOfferQuote(offers, offer, advance.amountCents);
  const part = share(quote.terms.repaymentPercentage);
  const notes: Record<RepaymentFrequency, string> = {
    DAILY: t`${part} of that day's sales, 2 banking days later`,
    WEEKLY: t`${part} of that week's sales, 2 banking days after it ends`,
    BIWEEKLY: t`${part} of the sales of two weeks, 2 banking days after they end`,
    MONTHLY: t`${part} of that month's sales, 2 banking days after it ends`,
  };
  return (
    <AdvanceSummary
      quote={quote}
      advance={advance}
      onAmountChange={(amountCents) => onChoose({ offerId: offer.id, amountCents })}
      lead={<Trans>You receive an amount now and give back a share of your sales.</Trans>}
      paymentNote={notes[offer.pricing.repaymentFrequency]}
      withoutSales={
        <Trans>
          When there are no sales, there is no payment. If we ever take too much, ask for a true-up: we recompute it
          from your sales within 2 banking days.
        </Trans>
      }
    />
  );
}

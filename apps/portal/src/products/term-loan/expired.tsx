import { saysFlatCharge } from "@inlay/lending/disclosures/flat-charge.ts";
import { headline, monthlyRateShown } from "@inlay/lending/products/term-loan/offer-display.ts";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { useLingui } from "@lingui/react/macro";
import { ExpiredOffer } from "../offers/expired-offer.tsx";
import type { OffersOf } from "../offers/offer-view.ts";
import { Rates } from "../offers/price.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";

/** What was offered: the largest amount, the longest term, and the lowest rates of all offers. */
export function TermLoanExpired({ offers }: { offers: OffersOf<"TERM_LOAN"> }) {
  const { t } = useLingui();
  const { money, dollars, percentage, share } = useOfferFormats();
  const [first, ...others] = offers;
  const { loanAmountCents, interestRatePercentage, feePercentage, months } = headline([
    first.pricing,
    ...others.map(({ pricing }) => pricing),
  ]);
  const longest = offers.find(({ pricing }) => pricing.durationDays === months * 30) ?? first;
  const amount = money(longest.terms.loanAmountCents);
  const aprs = offers.map(({ terms }) => terms.apr);
  const lowest = percentage(Math.min(...aprs));
  const highest = percentage(Math.max(...aprs));
  const apr = lowest === highest ? lowest : t`${lowest} to ${highest}`;
  const withApr = t`APR ${apr}`;
  const monthly = percentage(Number(monthlyRateShown(interestRatePercentage)));
  const yearly = share(interestRatePercentage);
  return (
    <ExpiredOffer label={t`Loan amount up to`} amount={dollars(loanAmountCents)}>
      <Receipt
        rows={[
          {
            label: months === 1 ? t`Monthly payment, once` : t`Monthly payment, ${months} times`,
            note: t`on ${amount}`,
            value: money(longest.terms.monthlyPayment),
          },
          {
            label: t`Interest`,
            note: withApr,
            value: (
              <Rates rates={[...(saysFlatCharge(first.state) ? [] : [t`${monthly} a month`]), t`${yearly} a year`]} />
            ),
          },
          { label: t`Origination fee`, note: withApr, value: share(feePercentage) },
          { label: t`APR`, value: apr },
        ]}
      />
    </ExpiredOffer>
  );
}

import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import type { Worksheet } from "@inlay/lending/explain/worksheet.ts";
import { type AmountRange, amountsOf } from "@inlay/lending/mechanics/amount-range.ts";
import { replacedBalance } from "@inlay/lending/mechanics/sales-share/entries.ts";
import type { CollectionRhythm } from "@inlay/lending/mechanics/sales-share/estimate.ts";
import type { AdvanceQuote } from "@inlay/lending/mechanics/sales-share/quote.ts";
import type { SalesLevel } from "@inlay/lending/mechanics/sales-share/sales-levels.ts";
import { nearestValue } from "@inlay/ui/fields/nearest-value.ts";
import type { OfferOf, OfferView } from "../offer-view.ts";
import type { OfferQuote } from "../use-offer-quote.ts";

/** The products that buy a share of future sales. What their pages have in common is in this folder. */
export type AdvanceProduct = "MCA" | "INTEGRATED_MCA";

/** The figures of an offer of either product. */
export type QuotedAdvance = Omit<OfferQuote<AdvanceProduct>, "offer" | "terms"> & {
  offer: OfferOf<AdvanceProduct>;
  terms: TermsOf<AdvanceProduct>;
};

/** An advance of the amount that the owner looks at. */
export type Advance = {
  range: AmountRange;
  amountCents: number;
  rhythm: CollectionRhythm;
  quote: (write: Worksheet) => AdvanceQuote;
  atSalesLevels: () => SalesLevel[];
};

/** The part of a page's props that decides which advance it shows. */
export type AdvanceView<Product extends AdvanceProduct> = Pick<OfferView<Product>, "offer" | "amountCents">;

/** One of the amounts of the slider: at first the largest one. */
export const amountWithin = (range: AmountRange, amountCents: number | null): number =>
  amountCents === null ? range.maxCents : nearestValue(amountsOf(range), amountCents);

/** The balance of the advance that this one pays off; null if there is none. */
export const outstandingCents = ({ pricing }: Pick<OfferOf<AdvanceProduct>, "pricing">): number | null =>
  pricing.refinanced && replacedBalance(pricing.refinanced);

type Tier = { amountCents: number; maxCents: number; repaymentPercentage: string | number };

/** The tiers that have an amount of the slider, with the largest one. */
export function tiersWithin(range: AmountRange, { pricing }: Pick<OfferOf<AdvanceProduct>, "pricing">): Tier[] {
  const amounts = amountsOf(range);
  return pricing.repaymentPercentageTiers.flatMap(({ maxLoanAmountCents, repaymentPercentage }, at, tiers) => {
    const above = tiers[at - 1]?.maxLoanAmountCents ?? 0;
    const amountCents = amounts.findLast((amount) => amount > above && amount <= maxLoanAmountCents);
    return amountCents === undefined ? [] : [{ amountCents, maxCents: maxLoanAmountCents, repaymentPercentage }];
  });
}

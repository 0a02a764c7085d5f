import { quoteOffer } from "@inlay/contracts/calls/offer-groups.ts";
import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { offeredTerms } from "@inlay/lending/offers/offered-terms.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import type { OfferOf, OffersOf } from "./offer-view.ts";

/** The figures of an offer at an amount. */
export type OfferQuote<Product extends ProductType> = {
  offer: OfferOf<Product>;
  amountCents: number;
  terms: TermsOf<Product>;
  /** Whether the figures are the server's. Only then the offer can be selected. */
  isConfirmed: boolean;
  error: unknown;
  again: () => void;
};

/** A slider that has not moved for this long rests. */
const restsAfterMs = 250;

/**
 * Prices an offer at an amount. The figures are computed at once while the slider moves, by the same code as on the server; when it rests,
 * the server computes them too, and its figures are shown.
 */
export function useOfferQuote<Product extends ProductType>(
  offers: OffersOf<Product>,
  offer: OfferOf<Product>,
  amountCents: number,
): OfferQuote<Product> {
  const { ask } = usePortalSession();
  const own = useMemo(() => termsAt(offers, offer, amountCents), [offers, offer, amountCents]);
  const key = `${offer.id} ${amountCents}`;
  const isResting = useRested(key) === key;
  const server = useQuery({
    queryKey: ["quote", offer.id, amountCents],
    queryFn: () => ask(quoteOffer, { params: { id: offer.id }, body: { amountCents } }),
    enabled: isResting,
  });
  return {
    offer,
    amountCents,
    terms: (server.data?.terms as TermsOf<Product> | undefined) ?? own,
    isConfirmed: server.data !== undefined,
    error: server.error,
    again: () => void server.refetch(),
  };
}

/** The figures of an offer at an amount, as the server computes them. Null: the largest amount. */
export const termsAt = <Product extends ProductType>(
  offers: OffersOf<Product>,
  { pricing, pricedOn }: OfferOf<Product>,
  amountCents: number | null,
): TermsOf<Product> =>
  offeredTerms(
    pricing,
    businessDate(pricedOn),
    offers.map((one) => one.pricing),
    amountCents === null ? null : cents(amountCents),
  ) as unknown as TermsOf<Product>;

/** The last value that did not change for a moment. */
function useRested(value: string): string | null {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restsAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

import type { OfferGroup } from "@inlay/contracts/offer-group.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Trans } from "@lingui/react/macro";
import { Prices } from "../products/offer-figures.tsx";
import { offerOf } from "../products/product-offers.ts";
import { useProductWords } from "../products/product-screens.ts";

type OfferCardsProps = { groups: readonly OfferGroup[]; isMuted?: boolean };

/** One card for each product, with the prices of its offers. Products with one price are beside each other. */
export function OfferCards({ groups, isMuted = false }: OfferCardsProps) {
  const wordsOf = useProductWords();
  return (
    <div className="flex flex-wrap gap-4">
      {groups.map(({ loanApplicationId, offers: [first, ...others] }) => {
        if (!first) return null;
        const { name, what } = wordsOf(first.terms.productType);
        const hasSeveralPrices = others.length > 0 || "offerPlans" in first.terms;
        return (
          <Card
            key={loanApplicationId}
            className={`min-w-0 grow ${hasSeveralPrices ? "basis-full" : "basis-68"} ${isMuted ? "text-ink-soft" : ""}`}
            aria-label={name}
          >
            <h2 className="type-subheader">{name}</h2>
            <p className="type-small">{what}</p>
            {first.isCounterOffer && (
              <p className="mt-3 w-fit rounded-control bg-info-tint px-3 py-2 text-small font-semibold text-info">
                <Trans>This is less than the amount that you asked for.</Trans>
              </p>
            )}
            <div className="mt-5">
              <Prices>
                {[first, ...others].map(({ id, terms }) => {
                  const Offer = offerOf(terms);
                  return <Offer key={id} terms={terms} />;
                })}
              </Prices>
            </div>
          </Card>
        );
      })}
    </div>
  );
}

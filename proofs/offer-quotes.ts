import { randomUUID } from "node:crypto";
import { type Offer, offerGroup } from "@inlay/contracts/offer-group.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import type { AmountRange } from "@inlay/lending/mechanics/amount-range.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { quotableAmount } from "@inlay/lending/offers/adjustable-amount.ts";
import { offeredTerms } from "@inlay/lending/offers/offered-terms.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { listOffers } from "../apps/api/src/offers/list-offers.ts";
import { offered } from "../apps/api/src/offers/offered.fixture.ts";
import { quoteOffer } from "../apps/api/src/offers/quote-offer.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const offersPerProduct = 10;

export const proof: Proof = {
  claim:
    "Offers of every product and of random sizes are listed as the portal receives them. The figures that the portal computes from them at random positions of the slider, and at both ends, equal those of the server's quote in every field and to the cent.",
  run: async ({ tenth, seed }) => {
    const random = randomFrom(seed);
    const positions = tenth ? 50 : 500;
    const world = await createWorld("offer-quotes");
    try {
      const figures: Record<string, number> = {};
      for (const product of productTypes) {
        const received: (Offer & { tenant: Tenant })[] = [];
        for (let n = 0; n < offersPerProduct; n++) {
          const tenant = await createBusiness(world);
          const amountCents = 1_000_000 + Math.floor(random() * 490) * 100_000;
          const terms = sampleOffer(product, amountCents);
          await offered(world.admin, tenant, { terms, amountCents, state: "OH", isLocked: true });
          const groups = await inScope(world.app.pool, tenant, (tx) => listOffers(tx, tenant.businessId));
          for (const group of groups)
            for (const offer of offerGroup.parse(JSON.parse(JSON.stringify(group))).offers)
              received.push({ ...offer, tenant });
        }
        hold(`${product}: offers`, received.length, offersPerProduct);
        for (let n = 0; n < positions; n++) {
          const offer = received[n % received.length];
          if (!offer) throw new Error("an offer is listed");
          const amountCents = position(rangeOf(offer), n < 2 * received.length ? n % 2 : random());
          const shown = offeredTerms(offer.pricing, businessDate(offer.pricedOn), [offer.pricing], cents(amountCents));
          const quoted = await inScope(world.app.pool, offer.tenant, (tx) =>
            quoteOffer(tx, offer.tenant.businessId, offer.id, amountCents),
          );
          hold(`${product} of ${amountCents}`, JSON.stringify(shown), JSON.stringify(quoted));
        }
        figures[`positions of ${product}`] = positions;
      }
      return { ...figures, "figures that differ": 0 };
    } finally {
      await world.close();
    }
  },
};

/** The range of the slider. An offer whose amount is fixed has one position. */
function rangeOf({ pricing, terms }: Offer): AmountRange {
  const largestCents = cents(
    Number(
      "maxLoanAmountCents" in terms
        ? terms.maxLoanAmountCents
        : "maxAdvanceAmountCents" in terms
          ? terms.maxAdvanceAmountCents
          : "approvedLimitCents" in terms
            ? terms.approvedLimitCents
            : terms.monthlyLimitAmountCents,
    ),
  );
  return (
    quotableAmount(pricing, largestCents) ?? { minCents: largestCents, maxCents: largestCents, stepCents: cents(1) }
  );
}

/** The amount at a part of the range, from 0 to 1. */
function position({ minCents, maxCents, stepCents }: AmountRange, part: number): number {
  if (part === 1) return maxCents;
  return minCents + Math.floor((part * (maxCents - minCents)) / stepCents) * stepCents;
}

type Tenant = { platformId: string; businessId: string };

async function createBusiness({ admin, platformId }: World): Promise<Tenant> {
  const businessId = randomUUID();
  await admin.query(
    "insert into app.business (id, platform_id, platform_business_id, name) values ($1, $2, $3, 'Harbor Bakery')",
    [businessId, platformId, businessId],
  );
  return { platformId, businessId };
}

import type { IssuedProduct } from "@inlay/contracts/issued-product.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import { cents, noCents } from "@inlay/lending/money/cents.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { servicingData } from "@inlay/lending/servicing/servicing-data.ts";

const today = businessDate("2026-11-18");

/** A product of $50,000 that was issued today and is not funded yet. */
export const issued = (
  product: ProductType,
  change: Partial<IssuedProduct> = {},
  isRefinancing = false,
): IssuedProduct => ({
  id: product,
  businessId: "business",
  offerId: `offer of ${product}`,
  loanStatus: "CURRENT",
  createdAt: "2026-11-18T12:00:00.000Z",
  closedAt: null,
  servicingData: servicingData({
    terms: offerPricing.parse(sampleOffer(product, 5_000_000, isRefinancing)),
    amountCents: cents(5_000_000),
    reservedCents: noCents,
    status: "CURRENT",
    fundedOn: today,
    obligations: [],
    openPayoff: null,
    today,
  }),
  ...change,
});

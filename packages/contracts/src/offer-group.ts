import { offerStatusLifecycle } from "@inlay/lending/offers/offer-status.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import { z } from "zod/mini";
import { uuid, uuidV4 } from "./ids.ts";
import { issuedProduct } from "./issued-product.ts";
import { offerTerms } from "./offer-terms.ts";

const time = z.iso.datetime();

export const offer = z.object({
  id: uuidV4,
  loanApplicationId: uuid,
  businessId: uuid,
  capitalProviderId: z.string(),
  status: z.enum(offerStatusLifecycle.states),
  /** The platform's markup is included: the price can no longer change. */
  locked: z.boolean(),
  selectedAt: z.nullable(time),
  /** The amount that the owner chose. Null: nothing is chosen. */
  chosenAmountCents: z.nullable(z.int()),
  createdAt: time,
  updatedAt: time,
  /** When the offer expires, or has expired, by the clock of the business. */
  expiredAt: time,
  /** The best offer of the application is below the amount that was asked for. */
  isCounterOffer: z.boolean(),
  /** The state whose law applies, which decides the words for a flat price. Null for an offer that is older than this field. */
  state: z.nullable(z.string()),
  /** The day on which the figures assume that the offer is funded. */
  pricedOn: z.iso.date(),
  /** What `offeredTerms` computes the figures of any amount from. */
  pricing: offerPricing,
  terms: offerTerms,
});
export type Offer = z.infer<typeof offer>;

/** One application with its offers and issued products. */
export const offerGroup = z.object({
  loanApplicationId: uuid,
  createdAt: time,
  offers: z.array(offer),
  issuedProducts: z.array(issuedProduct),
});
export type OfferGroup = z.infer<typeof offerGroup>;

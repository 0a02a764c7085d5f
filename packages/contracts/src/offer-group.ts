import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { uuid, uuidV4 } from "./ids.ts";
import { offerTerms } from "./offer-terms.ts";

const time = z.iso.datetime();

export const offer = z.object({
  id: uuidV4,
  loanApplicationId: uuid,
  businessId: uuid,
  capitalProviderId: z.string(),
  /** The platform's markup is included: the price can no longer change. */
  locked: z.boolean(),
  selectedAt: z.nullable(time),
  createdAt: time,
  updatedAt: time,
  /** When the offer expires, or has expired, by the clock of the business. */
  expiredAt: time,
  /** The best offer of the application is below the amount that was asked for. */
  isCounterOffer: z.boolean(),
  terms: offerTerms,
});
export type Offer = z.infer<typeof offer>;

/** `servicingData` differs from product to product. */
export const issuedProduct = z.object({
  id: uuid,
  businessId: uuid,
  offerId: uuidV4,
  loanStatus: z.enum(issuedProductLifecycle.states),
  createdAt: time,
  servicingData: z.looseObject({ product: z.enum(productTypes) }),
});
export type IssuedProduct = z.infer<typeof issuedProduct>;

/** One application with its offers and issued products. */
export const offerGroup = z.object({
  loanApplicationId: uuid,
  createdAt: time,
  offers: z.array(offer),
  issuedProducts: z.array(issuedProduct),
});
export type OfferGroup = z.infer<typeof offerGroup>;

import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { uuid, uuidV4 } from "./ids.ts";

const time = z.iso.datetime();

/** The terms that all products share. The other fields depend on the product. */
const terms = z.looseObject({ productType: z.enum(productTypes) });

export const offer = z.object({
  id: uuidV4,
  loanApplicationId: uuid,
  businessId: uuid,
  /** Null until a capital provider is assigned. */
  capitalProviderId: z.nullable(uuid),
  /** The platform's markup is included: the price can no longer change. */
  locked: z.boolean(),
  selectedAt: z.nullable(time),
  createdAt: time,
  updatedAt: time,
  expiredAt: z.nullable(time),
  terms,
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

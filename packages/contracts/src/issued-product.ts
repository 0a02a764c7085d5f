import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { uuid, uuidV4 } from "./ids.ts";

/** `servicingData` differs from product to product. */
export const issuedProduct = z.object({
  id: uuid,
  businessId: uuid,
  offerId: uuidV4,
  loanStatus: z.enum(issuedProductLifecycle.states),
  createdAt: z.iso.datetime(),
  servicingData: z.looseObject({ product: z.enum(productTypes) }),
});
export type IssuedProduct = z.infer<typeof issuedProduct>;

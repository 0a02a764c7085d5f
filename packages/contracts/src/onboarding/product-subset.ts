import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";

/** A partner's page may limit the choice of products with a comma-separated list. Unknown product names are ignored. */
export const productSubset = z.strictObject({
  productSubsetDuringOnboarding: z.optional(
    z.pipe(
      z.string().check(z.maxLength(500)),
      z.transform((list: string) =>
        productTypes.filter((product) => list.split(",").some((word) => word.trim() === product)),
      ),
    ),
  ),
});

import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { olderBusinesses } from "../early-answers.ts";
import { step } from "../step.ts";

const product = z.enum(productTypes);

export const selectProducts = step({
  screen: z.object({
    selectableProducts: z.array(product),
    selectedProducts: z.array(product),
    olderBusinesses,
    /** Set if there is only one product to choose; the page then submits it automatically. */
    onlyProduct: z.nullable(product),
  }),
  completion: z.strictObject({
    selectedProducts: z
      .array(product, "Must select an option")
      .check(z.minLength(1, "Must select an option"), z.maxLength(productTypes.length)),
  }),
});

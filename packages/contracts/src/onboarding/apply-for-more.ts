import { applyForMoreRefusals } from "@inlay/lending/applications/why-not-apply-for-more.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";

/** Whether a business may apply for another product, and for which. */
export const applyForMore = z.object({
  /** Null: it may apply now. */
  whyNot: z.nullable(z.enum(applyForMoreRefusals)),
  /** The day from which it may apply after a denial. Null if that is no reason to wait. */
  canApplyOn: z.nullable(z.iso.date()),
  products: z.array(z.enum(productTypes)),
});
export type ApplyForMore = z.output<typeof applyForMore>;

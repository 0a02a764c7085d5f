import type { ProductType } from "./product-type.ts";

/** The priority of products when only one can be shown. */
export const productPriority: readonly ProductType[] = [
  "TERM_LOAN",
  "FAST_PAY",
  "EXTEND_PAY_PURCHASE_ORDER",
  "LOC_TERM_LOAN",
  "MCA",
  "INTEGRATED_MCA",
];

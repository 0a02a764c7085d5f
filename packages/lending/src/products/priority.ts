import type { ProductType } from "./product-type.ts";

/** Which product comes first where only one can be shown. */
export const productPriority: readonly ProductType[] = [
  "TERM_LOAN",
  "FAST_PAY",
  "EXTEND_PAY_PURCHASE_ORDER",
  "LOC_TERM_LOAN",
  "MCA",
  "INTEGRATED_MCA",
];

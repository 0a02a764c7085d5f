/** The wire names of the six products; the folder of each is in docs/glossary.md. */
export const productTypes = [
  "TERM_LOAN",
  "LOC_TERM_LOAN",
  "FAST_PAY",
  "EXTEND_PAY_PURCHASE_ORDER",
  "MCA",
  "INTEGRATED_MCA",
] as const;

export type ProductType = (typeof productTypes)[number];

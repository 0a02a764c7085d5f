import type { ProductType } from "@inlay/lending/products/product-type.ts";

/** The names of the products in the partner API. */
export const partnerProductTypes = [
  "TERM_LOAN",
  "LINE_OF_CREDIT",
  "INVOICE_FINANCING",
  "PAYABLES_FINANCING",
  "CASH_ADVANCE",
  "INTEGRATED_CASH_ADVANCE",
] as const;
export type PartnerProductType = (typeof partnerProductTypes)[number];

const partnerNames: Readonly<Record<ProductType, PartnerProductType>> = {
  TERM_LOAN: "TERM_LOAN",
  LOC_TERM_LOAN: "LINE_OF_CREDIT",
  FAST_PAY: "INVOICE_FINANCING",
  EXTEND_PAY_PURCHASE_ORDER: "PAYABLES_FINANCING",
  MCA: "CASH_ADVANCE",
  INTEGRATED_MCA: "INTEGRATED_CASH_ADVANCE",
};
const ownNames = new Map(Object.entries(partnerNames).map(([own, name]) => [name, own as ProductType]));

export const toPartnerProductType = (product: ProductType): PartnerProductType => partnerNames[product];

export function toProductType(name: PartnerProductType): ProductType {
  const product = ownNames.get(name);
  if (!product) throw new Error(`no product has the name ${name}`);
  return product;
}

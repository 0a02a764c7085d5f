import { productTypes } from "@inlay/lending/products/product-type.ts";
import { expect, it } from "vitest";
import { partnerProductTypes, toPartnerProductType, toProductType } from "./product-type.ts";

it("partner product type: every product has one name, and every name one product", () => {
  expect(productTypes.map(toPartnerProductType)).toEqual(partnerProductTypes);
  expect(partnerProductTypes.map(toProductType)).toEqual(productTypes);
});

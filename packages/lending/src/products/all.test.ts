import { expect, it } from "vitest";
import { products } from "./all.ts";
import { productTypes } from "./product-type.ts";

it("product list: every product is listed under its own type", () => {
  expect(Object.entries(products).map(([name, { type }]) => [name, type])).toEqual(
    productTypes.map((type) => [type, type]),
  );
});

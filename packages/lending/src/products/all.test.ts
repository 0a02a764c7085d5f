import { expect, it } from "vitest";
import { products } from "./all.ts";
import { productTypes } from "./product-type.ts";

it("every product stands under its own name", () => {
  expect(Object.entries(products).map(([name, { type }]) => [name, type])).toEqual(
    productTypes.map((type) => [type, type]),
  );
});

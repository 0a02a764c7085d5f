import { expect, it } from "vitest";
import { products } from "./all.ts";
import { productPriority } from "./priority.ts";
import { productTypes } from "./product-type.ts";

it("product list: every product is listed under its own type", () => {
  expect(Object.entries(products).map(([name, { type }]) => [name, type])).toEqual(
    productTypes.map((type) => [type, type]),
  );
});

it("product priority: every product has one place", () => {
  expect([...productPriority].sort()).toEqual([...productTypes].sort());
});

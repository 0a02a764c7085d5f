import { expect, it } from "vitest";
import { beforePeriod } from "./before-period.ts";

it.each([
  ["Larkspur Inc.", "Larkspur Inc"],
  ["Larkspur", "Larkspur"],
  ["3:17 p.m.", "3:17 p.m"],
  ["St. Mary's Bakery", "St. Mary's Bakery"],
  ["", ""],
])("a sentence that ends with %s ends with one period", (name, written) => {
  expect(beforePeriod(name)).toBe(written);
  expect(`Financing by ${beforePeriod(name)}.`).not.toContain("..");
});

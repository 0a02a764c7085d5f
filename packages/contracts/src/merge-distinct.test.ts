import { expect, it } from "vitest";
import { mergeDistinct } from "./merge-distinct.ts";

it("merging distinct objects: the result has the keys of all", () => {
  expect(mergeDistinct({ a: 1 }, { b: 2 }, { c: 3 })).toEqual({ a: 1, b: 2, c: 3 });
});

it("merging distinct objects: a key in two of them does not compile", () => {
  // @ts-expect-error The key a is in the first and in the last object.
  expect(mergeDistinct({ a: 1 }, { b: 2 }, { a: 3 })).toBeDefined();
});

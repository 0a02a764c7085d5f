import { expect, it } from "vitest";
import { saysFlatCharge } from "./flat-charge.ts";

it("flat pricing: it is a flat charge in California and where the state is not known, and interest elsewhere", () => {
  expect(["CA", null, "NY", "OH"].map(saysFlatCharge)).toEqual([true, true, false, false]);
});

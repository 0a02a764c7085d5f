import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { amountsOf, isInRange } from "./amount-range.ts";

describe("amounts of a slider", () => {
  it("are exactly those that may be chosen", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 1, max: 700 }),
        (min, width, step) => {
          const range = { minCents: cents(min), maxCents: cents(min + width), stepCents: cents(step) };
          const all = Array.from({ length: width + 1 }, (_, at) => cents(min + at));
          expect(amountsOf(range)).toEqual(all.filter((amount) => isInRange(range, amount)));
        },
      ),
      { numRuns: 50 },
    );
  });
});

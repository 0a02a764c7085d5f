import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { niceScale } from "./nice-scale.ts";

describe("scale of a chart", () => {
  it.each([
    [0, 94_000, [0, 25_000, 50_000, 75_000, 100_000]],
    [12_000, 94_000, [0, 25_000, 50_000, 75_000, 100_000]],
    [-9_000, 52_000, [-20_000, 0, 20_000, 40_000, 60_000]],
    [-40, -10, [-40, -30, -20, -10, 0]],
    [0, 0, [0, 0.25, 0.5, 0.75, 1]],
  ])("from %d to %d has round values: %j", (low, high, values) => {
    expect(niceScale(low, high)).toEqual(values);
  });

  it("includes zero and both ends in two to five values", () => {
    const amount = fc.integer({ min: -100_000_000, max: 100_000_000 });
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const values = niceScale(low, high);
        expect(values.length).toBeGreaterThanOrEqual(2);
        expect(values.length).toBeLessThanOrEqual(5);
        expect(values.some((value) => value === 0)).toBe(true);
        expect(values[0]).toBeLessThanOrEqual(low);
        expect(values.at(-1)).toBeGreaterThanOrEqual(high);
      }),
    );
  });
});

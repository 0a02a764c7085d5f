import { describe, expect, it } from "vitest";
import { nearestValue } from "./nearest-value.ts";

describe("the nearest value of a slider", () => {
  const amounts = [10_000, 15_000, 20_000, 22_700] as const;

  it("is a value itself if it can be chosen, also the last one, which may be off the grid", () => {
    for (const amount of amounts) expect(nearestValue(amounts, amount)).toBe(amount);
  });
  it("is the first or the last for a value outside", () => {
    expect(nearestValue(amounts, -1)).toBe(10_000);
    expect(nearestValue(amounts, 900_000)).toBe(22_700);
  });
  it("is the lower of two that are equally near, so that a typed amount never becomes a larger loan by chance", () => {
    expect(nearestValue(amounts, 12_500)).toBe(10_000);
    expect(nearestValue(amounts, 12_501)).toBe(15_000);
  });
});

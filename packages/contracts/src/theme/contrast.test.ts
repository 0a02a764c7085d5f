import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastRatio, mix, nearestPassing } from "./contrast.ts";

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#777777", "#ffffff", 4.48],
    ["#767676", "#ffffff", 4.54],
    ["#0b5d4e", "#ffffff", 7.81],
    ["#0000ff", "#ffffff", 8.59],
  ])("of %s on %s is %d", (a, b, ratio) => expect(contrastRatio(a, b)).toBeCloseTo(ratio, 1));

  it("is the same with foreground and background swapped", () =>
    fc.assert(fc.property(color, color, (a, b) => contrastRatio(a, b) === contrastRatio(b, a))));

  it("rejects values that are not colors", () => expect(() => contrastRatio("red", "#ffffff")).toThrow("#rrggbb"));
});

describe("nearest passing color", () => {
  it.each([
    ["#777777", "#ffffff", 4.5, "#767676"],
    ["#ffffff", "#ffffff", 21, "#000000"],
    ["#808080", "#808080", 21, "#000000"],
  ])("to %s on %s at %d is %s", (foreground, background, ratio, expected) =>
    expect(nearestPassing(foreground, background, ratio)).toBe(expected),
  );

  it("always reaches the ratio, up to 4.5", () =>
    fc.assert(
      fc.property(
        color,
        color,
        fc.double({ min: 1, max: 4.5, noNaN: true }),
        (foreground, background, ratio) =>
          contrastRatio(nearestPassing(foreground, background, ratio), background) >= ratio,
      ),
    ));

  it("is the color itself if it already passes", () =>
    fc.assert(
      fc.property(color, color, (foreground, background) => {
        const ratio = contrastRatio(foreground, background);
        expect(nearestPassing(foreground, background, ratio)).toBe(foreground);
      }),
    ));
});

describe("mixing two colors", () => {
  it("returns the first color at share 0 and the second at share 1", () =>
    fc.assert(
      fc.property(color, color, (a, b) => {
        expect(mix(a, b, 0)).toBe(a);
        expect(mix(a, b, 1)).toBe(b);
      }),
    ));
});

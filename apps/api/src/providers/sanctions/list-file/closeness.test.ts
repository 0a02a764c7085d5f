import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeness, jaroWinkler, keysOf } from "./closeness.ts";

describe("Jaro-Winkler similarity", () => {
  it.each([
    ["martha", "marhta", 0.961],
    ["dwayne", "duane", 0.84],
    ["dixon", "dicksonx", 0.813],
    ["abc", "xyz", 0],
    ["same", "same", 1],
  ])("of %s and %s is %d", (a, b, expected) => {
    expect(jaroWinkler(a, b)).toBeCloseTo(expected, 3);
  });

  it("is symmetric, between 0 and 1, and 1 only for equal words", () => {
    const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcdeiou") });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const alike = jaroWinkler(a, b);
        expect(alike).toBeCloseTo(jaroWinkler(b, a), 1);
        expect(alike).toBeGreaterThanOrEqual(0);
        expect(alike).toBeLessThanOrEqual(1);
        expect(alike === 1).toBe(a === b);
      }),
      { numRuns: 50 },
    );
  });
});

describe("word closeness", () => {
  it.each([
    ["vorshenko", "vorshnko"],
    ["vorshenko", "vrshenko"],
    ["vorshenko", "vorhsenko"],
    ["vorshenko", "worschenko"],
    ["muhammad", "mohamed"],
  ])("accepts as the same name: %s and %s", (a, b) => {
    expect(closeness(a, b)).toBeGreaterThan(0.84);
  });

  it.each([
    ["goran", "zoran"],
    ["kim", "kin"],
    ["smith", "jones"],
    ["petrenko", "ivanenko"],
  ])("rejects as different names: %s and %s", (a, b) => {
    expect(closeness(a, b)).toBeLessThan(0.9);
  });

  it("gives words that are one typo apart a common key", () => {
    const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
    const word = fc.string({ minLength: 5, maxLength: 12, unit: letter });
    fc.assert(
      fc.property(word, fc.nat(), letter, fc.nat(3), (from, place, other, way) => {
        const at = place % from.length;
        const slips = [
          from.slice(0, at) + from.slice(at + 1),
          from.slice(0, at) + other + from.slice(at),
          from.slice(0, at) + other + from.slice(at + 1),
          from.slice(0, at) + (from[at + 1] ?? "") + (from[at] ?? "") + from.slice(at + 2),
        ];
        const keys = new Set(keysOf(from));
        expect(keysOf(slips[way] ?? "").some((key) => keys.has(key))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

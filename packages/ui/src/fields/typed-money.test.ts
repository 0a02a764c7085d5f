import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { typedCents } from "./typed-money.ts";

describe("typed amount of dollars", () => {
  it.each([
    ...["18000", "18,000", "18,000.00", "18000.0", "18000.", "$18,000", "$ 18,000.00", "18,000 $"],
    ...["USD 18,000.00", "usd18000", "18,000 USD", "US$18,000", "US $ 18,000", "$18,000 USD"],
    ...["18.000,00", "18.000,0", "USD 18.000,00", "18000,00", "18 000", "18 000,00", "18\u00a0000.00", "18\u202f000"],
  ])("%s is eighteen thousand", (text) => expect(typedCents(text)).toBe(1_800_000));

  it.each<[string, number]>([
    ["1.234.567", 123_456_700],
    ["1,234,567.89", 123_456_789],
    ["1.234.567,89", 123_456_789],
    ["18,5", 1_850],
    ["18,50", 1_850],
    [".5", 50],
    ["0.07", 7],
    ["$0", 0],
  ])("%s is %d cents", (text, cents) => expect(typedCents(text)).toBe(cents));

  it.each([
    "18.000",
    "0,500",
    "18,0000",
    "1,80,000",
    "18.000.00",
    "18,000,00",
    "1.5.0",
    "-5",
    "18k",
    "twelve",
    ".",
    "18 00",
  ])("%s is not an amount, or not certainly one", (text) => expect(typedCents(text)).toBeNaN());

  it.each(["", "  ", "$", "USD "])("%j is nothing", (text) => expect(typedCents(text)).toBeNull());

  it("that is larger than any is still a whole number", () =>
    expect(typedCents("9".repeat(40))).toBe(Number.MAX_SAFE_INTEGER));

  it("is the same amount in every notation that shows cents", () => {
    const notations = ["en-US", "es-US", "de-DE", "es-ES", "fr-FR", "pt-BR"].map(
      (region) => new Intl.NumberFormat(region, { minimumFractionDigits: 2 }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), fc.constantFrom("", "$", "USD "), (cents, before) => {
        for (const notation of notations)
          expect(typedCents(before + notation.format(cents / 100)), notation.resolvedOptions().locale).toBe(cents);
      }),
      { numRuns: 50 },
    );
  });

  it("is never read as a fraction of a cent", () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.,$ ]{0,12}$/), (text) => {
        const cents = typedCents(text);
        expect(cents === null || Number.isNaN(cents) || Number.isSafeInteger(cents)).toBe(true);
      }),
      { numRuns: 50 },
    ));
});

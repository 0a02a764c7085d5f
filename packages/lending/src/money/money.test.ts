import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, type Cents, cents, least, most, noCents, subtract, sum } from "./cents.ts";
import { decimal, fraction, fromDouble, minus, over, plus, times, whole } from "./fraction.ts";
import { factor, forDays, percent, perMonth, portion, type Rate } from "./rate.ts";
import { roundHalfUp, toDecimals, toFixedDecimals } from "./rounding.ts";
import { runs } from "./runs.fixture.ts";
import { centsFrom, decimalWithin } from "./shapes.ts";
import { runningShare, splitByRates, splitEvenly } from "./split.ts";

const anyCents = fc.integer({ min: 0, max: 100_000_000_000 }).map(cents);
const anyRate = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => percent(String(thousandths / 1000)));

describe("money amount", () => {
  it("is whole cents; a fraction of a cent is refused", () => {
    expect(() => cents(10.5)).toThrow("not whole cents: 10.5");
    expect(() => cents(2 ** 53)).toThrow("not whole cents");
    expect(() => cents(Number.NaN)).toThrow("not whole cents");
  });

  it("is a type of its own that does not accept a plain number", () => {
    // @ts-expect-error adding with `+` gives a plain number, not Cents
    const wrong: Cents = cents(1) + cents(2);
    const right: Cents = add(cents(1), cents(2));
    expect(wrong).toBe(right);
  });

  it("adds, subtracts, and is never minus zero", () => {
    expect(subtract(sum([cents(5), cents(7)]), cents(2))).toBe(10);
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(least(cents(3), cents(1), cents(2))).toBe(1);
    expect(most(cents(3), noCents)).toBe(3);
  });
});

describe("fraction", () => {
  it("reads decimals exactly and refuses anything else", () => {
    expect(decimal("12.5")).toEqual({ numerator: 125n, denominator: 10n });
    expect(decimal(29.99)).toEqual({ numerator: 2999n, denominator: 100n });
    expect(decimal("-0.25")).toEqual({ numerator: -25n, denominator: 100n });
    expect(decimal("0.123456")).toEqual({ numerator: 123_456n, denominator: 1_000_000n });
    for (const wrong of ["", "1e3", "1,5", ".5", "1.", "0.1234567", 0.1 + 0.2, Number.NaN]) {
      expect(() => decimal(wrong)).toThrow("not a decimal");
    }
  });

  it("reads a double exactly and refuses NaN and infinity", () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => fromDouble(wrong)).toThrow("not a number");
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (value) => {
        const { numerator, denominator } = fromDouble(value);
        expect(Number(numerator) / Number(denominator)).toBe(value);
      }),
      runs,
    );
  });

  it("calculates exactly", () => {
    const third = fraction(1, 3);
    expect(roundHalfUp(times(third, 3))).toBe(1n);
    expect(roundHalfUp(times(minus(plus(third, third), whole(1)), -3))).toBe(1n);
    expect(over(third, fraction(-1, 3))).toEqual({ numerator: -3n, denominator: 3n });
    const [half, threeFifths] = [fraction(1, 2), fraction(3, 5)];
    expect(minus(half, threeFifths)).toEqual({ numerator: -1n, denominator: 10n });
    expect(over(half, threeFifths)).toEqual({ numerator: 5n, denominator: 6n });
    expect(() => fraction(1, 0)).toThrow("divided by zero");
  });
});

describe("rounding", () => {
  it("goes half up, away from zero", () => {
    expect([1, 2, 3, 5, -1, -2, -3, -5].map((halves) => roundHalfUp(fraction(halves, 2)))).toEqual([
      1n,
      1n,
      2n,
      3n,
      -1n,
      -1n,
      -2n,
      -3n,
    ]);
    expect(roundHalfUp(fraction(49, 100))).toBe(0n);
  });

  it("gives percentages with a given number of decimals, as a number or as text", () => {
    expect(toDecimals(decimal("23.90875"), 4)).toBe(23.9088);
    expect(toFixedDecimals(over(decimal("18"), 12), 2)).toBe("1.50");
    expect(toFixedDecimals(decimal("-0.005"), 2)).toBe("-0.01");
    expect(toFixedDecimals(decimal("7.5"), 0)).toBe("8");
  });

  it("is never off by more than half a cent", () => {
    fc.assert(
      fc.property(anyCents, anyRate, (amount, rate) => {
        const off = BigInt(portion(amount, rate)) * rate.denominator - BigInt(amount) * rate.numerator;
        expect((off < 0n ? -off : off) * 2n <= rate.denominator).toBe(true);
      }),
      runs,
    );
  });
});

describe("rate", () => {
  it("gives its portion of an amount", () => {
    expect(portion(cents(104_938), percent("2.75"))).toBe(2_886);
    expect(portion(cents(7_350_000), factor("1.185"))).toBe(8_709_750);
    expect(portion(cents(4_616_600), perMonth(percent(18)))).toBe(69_249);
    expect(portion(cents(5_000_000), forDays(percent(18), 31))).toBe(76_438);
  });
});

describe("split", () => {
  it("gives the last row the rounding remainder", () => {
    expect(splitEvenly(cents(1_120_000), 6)).toEqual([186_667, 186_667, 186_667, 186_667, 186_667, 186_665]);
    expect(splitByRates(cents(2_000_000), [percent("33.33"), percent("33.33"), percent("33.34")])).toEqual([
      666_600, 666_600, 666_800,
    ]);
  });

  it("never exceeds the total, even for a few cents over many rows", () => {
    expect(splitEvenly(cents(5), 10)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  it("loses no cent and has no negative row", () => {
    fc.assert(
      fc.property(anyCents, fc.integer({ min: 1, max: 120 }), (total, count) => {
        const rows = splitEvenly(total, count);
        expect(rows).toHaveLength(count);
        expect(sum(rows)).toBe(total);
        expect(Math.min(...rows)).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  const runningShares = (amounts: readonly Cents[], rate: Rate) =>
    amounts.map((amount, index) => runningShare(sum(amounts.slice(0, index)), amount, rate));

  it("keeps a running sum equal to the rounded share of all amounts so far", () => {
    expect(runningShares([cents(383_400), cents(389_151), cents(394_988)], percent("0.5"))).toEqual([
      1_917, 1_946, 1_975,
    ]);
    fc.assert(
      fc.property(fc.array(anyCents, { maxLength: 40 }), anyRate, (amounts, rate) => {
        expect(sum(runningShares(amounts, rate))).toBe(portion(sum(amounts), rate));
      }),
      runs,
    );
  });
});

describe("money on the wire", () => {
  it("is whole cents within bounds, and a percentage a decimal within bounds", () => {
    const amount = centsFrom(100);
    expect([100, 99, 100.5, "100"].map((value) => amount.safeParse(value).success)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const rate = decimalWithin(0, 70);
    expect(["12.5", 70, "70.01", "-1", "1e1", null].map((value) => rate.safeParse(value).success)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

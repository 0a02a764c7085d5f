import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cents, sum } from "../money/cents.ts";
import { over, whole } from "../money/fraction.ts";
import { exactPortion, percent } from "../money/rate.ts";
import { runs } from "../money/runs.fixture.ts";
import { difference, lowestOf, sumOf, total } from "./arithmetic.ts";
import { balanceOf, explainBalance } from "./balance.ts";
import { formula, percentageFormula } from "./formula.ts";
import { explained, plainWorksheet, type Worksheet } from "./worksheet.ts";

const fee = formula({
  name: "fee",
  version: 2,
  words: "The amount times the percentage.",
  exact: ({ amountCents, feePercentage }: { amountCents: number; feePercentage: string }) =>
    exactPortion(cents(amountCents), percent(feePercentage)),
});
const share = percentageFormula({
  name: "share",
  version: 1,
  words: "One of so many.",
  decimals: 2,
  exact: ({ count }: { count: number }) => over(whole(100), count),
});

const calculate = (amountCents: number, write: Worksheet) => {
  const feeCents = write(
    "feeCents",
    fee,
    { amountCents, feePercentage: "2.75" },
    { amountCents: "request", feePercentage: "terms" },
  );
  return write(
    "leftCents",
    difference,
    { fromCents: cents(amountCents), feeCents },
    { fromCents: "request", feeCents: "figure feeCents" },
  );
};

describe("explanation", () => {
  it("names formula, version, words, inputs with their sources, the exact value, the rounding and the result", () => {
    const { explanations } = explained((write) => calculate(104_938, write));
    expect(explanations.get("feeCents")).toEqual({
      formula: { name: "fee", version: 2, words: "The amount times the percentage." },
      inputs: [
        { name: "amountCents", value: 104_938, source: "request" },
        { name: "feePercentage", value: "2.75", source: "terms" },
      ],
      exact: "2885.795000",
      rounding: "half up to whole cents",
      result: 2_886,
    });
    expect(share.explain({ count: 3 }, { count: "request" })).toMatchObject({
      exact: "33.333333",
      rounding: "half up to 2 decimals of a percent",
      result: 33.33,
    });
  });

  it("has the same result as the plain calculation, for all inputs", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (amount) => {
        const { result, explanations } = explained((write) => calculate(amount, write));
        expect(result).toBe(calculate(amount, plainWorksheet));
        expect(explanations.get("leftCents")?.result).toBe(result);
      }),
      runs,
    );
  });

  it("is plain JSON, so it can be stored and sent", () => {
    const { explanations } = explained((write) => calculate(5, write));
    const kept = [...explanations];
    expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);
  });

  it("covers sums, differences and lowest amounts", () => {
    expect(total.value({ amountsCents: [cents(1), cents(2)] })).toBe(3);
    expect(sumOf.value({ principalCents: cents(1), interestCents: cents(4) })).toBe(5);
    expect(difference.value({ fromCents: cents(9), feeCents: cents(4), payoffCents: cents(1) })).toBe(4);
    expect(lowestOf.value({ specCents: cents(9), capCents: cents(4) })).toBe(4);
  });
});

describe("ledger balance", () => {
  it("is explained by its ledger entries", () => {
    const entries = [
      { journalId: "j1", event: "TERM_LOAN_FUNDED", occurredOn: "2026-01-15", amountCents: cents(5_000_000) },
      { journalId: "j2", event: "SUCCESSFUL_PAYMENT", occurredOn: "2026-02-15", amountCents: cents(-383_400) },
    ];
    expect(balanceOf(entries)).toBe(4_616_600);
    expect(explainBalance(entries)).toMatchObject({
      formula: { name: "ledger-balance" },
      inputs: [{ name: "entries", value: entries, source: "ledger" }],
      result: sum(entries.map((entry) => entry.amountCents)),
    });
  });
});

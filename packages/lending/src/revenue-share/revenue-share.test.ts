import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../vectors/vectors.json" with { type: "json" };
import { businessDate } from "../calendar/business-date.ts";
import { explained, plainWorksheet } from "../explain/worksheet.ts";
import { add, type Cents, cents, noCents, subtract, sum } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { baseOf, type Earning, feePremium, premiumCollected } from "./base.ts";
import { contractsInForce, type RevenueShareTiers, revenueShareContract, revenueShareTiers } from "./contract.ts";
import { lineEntries, revenueShareLine, tieredShare } from "./line.ts";
import { baseSince, statementDates } from "./statement.ts";

const tiers: RevenueShareTiers = revenueShareTiers.parse([
  { lowerBound: 0, upperBound: 10_000_000, rate: "10" },
  { lowerBound: 10_000_000, upperBound: 50_000_000, rate: "12.5" },
  { lowerBound: 50_000_000, upperBound: null, rate: "15" },
]);
const flat = (rate: string): RevenueShareTiers => revenueShareTiers.parse([{ lowerBound: 0, upperBound: null, rate }]);

function linesOf(contract: Parameters<typeof revenueShareLine>[0], amounts: readonly Cents[]) {
  let baseBeforeCents = noCents;
  return amounts.map((amountCents) => {
    const line = revenueShareLine(contract, { baseBeforeCents, amountCents }, plainWorksheet);
    baseBeforeCents = add(baseBeforeCents, amountCents);
    return line;
  });
}

describe("tiered revenue share", () => {
  it.each(vectors.revshare)("a base of $base gives $marginal MARGINAL and $cliff CLIFF", (row) => {
    const baseCents = cents(row.base);
    expect(tieredShare.value({ baseCents, tiers, mode: "MARGINAL" })).toBe(row.marginal);
    expect(tieredShare.value({ baseCents, tiers, mode: "CLIFF" })).toBe(row.cliff);
  });

  it("equals the sum of its lines, for any earnings and reversals", () => {
    const anyAmounts = fc.array(fc.integer({ min: -20_000_000, max: 30_000_000 }).map(cents), { maxLength: 30 });
    fc.assert(
      fc.property(anyAmounts, fc.constantFrom("MARGINAL" as const, "CLIFF" as const), (amounts, mode) => {
        const lines = linesOf({ type: "PERCENTAGE_OF_FEES", tiers, mode }, amounts);
        expect(sum(lines.map((line) => line.shareCents))).toBe(
          tieredShare.value({ baseCents: sum(amounts), tiers, mode }),
        );
      }),
      runs,
    );
  });

  it("never falls when the base grows, and never exceeds the highest rate", () => {
    const anyBase = fc.integer({ min: 0, max: 100_000_000 }).map(cents);
    fc.assert(
      fc.property(anyBase, anyBase, fc.constantFrom("MARGINAL" as const, "CLIFF" as const), (base, more, mode) => {
        const share = tieredShare.value({ baseCents: base, tiers, mode });
        expect(tieredShare.value({ baseCents: add(base, more), tiers, mode })).toBeGreaterThanOrEqual(share);
        expect(share).toBeLessThanOrEqual(Math.ceil(base * 0.15));
      }),
      runs,
    );
  });

  it("requires tiers without gaps, from zero to no upper bound", () => {
    const accepts = (bounds: [number, number | null][]) =>
      revenueShareTiers.safeParse(bounds.map(([lowerBound, upperBound]) => ({ lowerBound, upperBound, rate: 10 })))
        .success;
    expect(accepts([[0, 100], [100, null]])).toBe(true); // biome-ignore format: a table
    expect(accepts([[0, 100], [101, null]])).toBe(false); // biome-ignore format: a table
    expect(accepts([[0, 100], [99, null]])).toBe(false); // biome-ignore format: a table
    expect(accepts([[1, null]])).toBe(false);
    expect(accepts([[0, 100]])).toBe(false);
    expect(accepts([[0, null], [100, null]])).toBe(false); // biome-ignore format: a table
    expect(accepts([])).toBe(false);
  });
});

describe("revenue share base", () => {
  const disbursed: Earning = { kind: "DISBURSED", netNewPrincipalCents: cents(4_888_410) };
  const collected: Extract<Earning, { kind: "COLLECTED" }> = {
    kind: "COLLECTED",
    principalCents: cents(383_400),
    interestCents: cents(75_000),
    feeCents: noCents,
    feeType: null,
    premiumCents: noCents,
    isDefaulted: false,
  };
  const feeOf = (feeType: "LATE_PAYMENT" | "INSUFFICIENT_FUNDS" | "TRANSACTION_FEE" | "MAINTENANCE"): Earning => ({
    ...collected,
    principalCents: noCents,
    interestCents: noCents,
    feeCents: cents(2_500),
    feeType,
  });
  const base = (type: Parameters<typeof baseOf>[0]["type"], earning: Earning, sharesPenalties = false) =>
    baseOf({ type, sharesPenalties }, earning, plainWorksheet);

  it("PERCENTAGE_OF_ORIGINATIONS counts new principal paid out, and nothing else", () => {
    expect(base("PERCENTAGE_OF_ORIGINATIONS", disbursed)).toBe(4_888_410);
    expect(base("PERCENTAGE_OF_ORIGINATIONS", collected)).toBe(0);
    expect(base("PERCENTAGE_OF_ORIGINATIONS", { kind: "REBATED", rebateCents: cents(1) })).toBe(0);
  });

  it("PERCENTAGE_OF_FEES counts interest and fees collected, less rebates; penalties only where the contract says so", () => {
    expect(base("PERCENTAGE_OF_FEES", collected)).toBe(75_000);
    expect(base("PERCENTAGE_OF_FEES", feeOf("TRANSACTION_FEE"))).toBe(2_500);
    expect(base("PERCENTAGE_OF_FEES", feeOf("MAINTENANCE"))).toBe(2_500);
    expect(base("PERCENTAGE_OF_FEES", feeOf("LATE_PAYMENT"))).toBe(0);
    expect(base("PERCENTAGE_OF_FEES", feeOf("INSUFFICIENT_FUNDS"))).toBe(0);
    expect(base("PERCENTAGE_OF_FEES", feeOf("INSUFFICIENT_FUNDS"), true)).toBe(2_500);
    expect(base("PERCENTAGE_OF_FEES", { kind: "REBATED", rebateCents: cents(14_400) })).toBe(-14_400);
    expect(base("PERCENTAGE_OF_FEES", disbursed)).toBe(0);
  });

  it("is explained by its parts", () => {
    const contract = { type: "PERCENTAGE_OF_FEES", sharesPenalties: false } as const;
    const { explanations } = explained((write) => baseOf(contract, collected, write));
    expect(explanations.get("baseCents")).toMatchObject({
      inputs: [
        { name: "interestCents", value: 75_000, source: "ledger" },
        { name: "feeCents", value: 0, source: "ledger" },
      ],
      result: 75_000,
    });
  });

  it("PERCENTAGE_OF_PAID_ORIGINATIONS counts principal repaid, unless the product is in default", () => {
    expect(base("PERCENTAGE_OF_PAID_ORIGINATIONS", collected)).toBe(383_400);
    expect(base("PERCENTAGE_OF_PAID_ORIGINATIONS", { ...collected, isDefaulted: true })).toBe(0);
    expect(base("PERCENTAGE_OF_PAID_ORIGINATIONS", disbursed)).toBe(0);
  });

  it("FEE_PREMIUM counts the amount charged on top of our price", () => {
    expect(base("FEE_PREMIUM", { ...collected, premiumCents: cents(865) })).toBe(865);
    expect(base("FEE_PREMIUM", disbursed)).toBe(0);
  });

  it.each(vectors.feePremium)("FEE_PREMIUM: $base % marked up to $marked % on $principal: $premium", (row) => {
    const premium = feePremium(
      { principalCents: cents(row.principal), baseFeePercentage: row.base, markedFeePercentage: row.marked },
      plainWorksheet,
    );
    expect(premium).toEqual({
      feeChargedCents: row.feeCharged,
      baseFeeCents: row.baseFee,
      premiumCents: row.premium,
    });
    const { feeChargedCents, premiumCents } = premium;
    const half = cents(Math.floor(row.feeCharged / 2));
    const collected = (collectedBeforeCents: Cents, amountCents: Cents) =>
      premiumCollected({ premiumCents, feeChargedCents, collectedBeforeCents, amountCents }, plainWorksheet);
    expect(add(collected(noCents, half), collected(half, subtract(feeChargedCents, half)))).toBe(row.premium);
  });
});

describe("revenue share statement lines", () => {
  it("PERCENTAGE_OF_PAID_ORIGINATIONS: 0.5 % on the first three rows of TL-1 is 1,917, 1,946 and 1,975", () => {
    const contract = { type: "PERCENTAGE_OF_PAID_ORIGINATIONS", tiers: flat("0.5"), mode: "MARGINAL" } as const;
    const lines = linesOf(
      contract,
      vectors.paidOrig.map((row) => cents(row.principalPaid)),
    );
    expect(lines).toEqual(
      vectors.paidOrig.map((row) => ({ type: "PERFORMANCE", baseCents: row.principalPaid, shareCents: row.share })),
    );
  });

  it("S-1: 10 % of 144,249 interest collected is 14,425, owed by the servicer", () => {
    const contract = { type: "PERCENTAGE_OF_FEES", tiers: flat("10"), mode: "MARGINAL" } as const;
    const lines = linesOf(contract, [75_000, 69_249].map(cents));
    expect(sum(lines.map((line) => line.shareCents))).toBe(14_425);
    const [whole] = linesOf(contract, [cents(144_249)]);
    if (!whole) throw new Error("one line");
    expect(whole.type).toBe("FEE_REVENUE");
    expect(lineEntries(whole)).toEqual([
      {
        event: "REVENUE_SHARE_ACCRUED",
        book: "OPCO",
        lines: [
          { account: "REVENUE_SHARE_EXPENSE", side: "debit", amountCents: 14_425 },
          { account: "PLATFORM_REVENUE_SHARE_PAYABLE", side: "credit", amountCents: 14_425 },
        ],
      },
    ]);
  });

  it("S-3: a payment that is returned later is clawed back as a REFUND", () => {
    const contract = { type: "PERCENTAGE_OF_ORIGINATIONS", tiers: flat("1"), mode: "MARGINAL" } as const;
    const [paid, returned] = linesOf(contract, [cents(5_000_000), cents(-5_000_000)]);
    expect(paid).toEqual({ type: "ORIGINATION", baseCents: 5_000_000, shareCents: 50_000 });
    expect(returned).toEqual({ type: "REFUND", baseCents: -5_000_000, shareCents: -50_000 });
    expect(returned && lineEntries(returned).map((entry) => entry.event)).toEqual(["REVENUE_SHARE_CLAWED_BACK"]);
  });

  it("claw back at the first tier's rate when a period's reversals exceed its earnings", () => {
    for (const mode of ["MARGINAL", "CLIFF"] as const)
      expect(linesOf({ type: "FEE_PREMIUM", tiers, mode }, [cents(-14_400)])).toEqual([
        { type: "REFUND", baseCents: -14_400, shareCents: -1_440 },
      ]);
  });

  it("make no ledger entry for a share of zero", () => {
    expect(lineEntries({ type: "FEE_REVENUE", baseCents: cents(1), shareCents: noCents })).toEqual([]);
  });

  it("are explained", () => {
    const step = { baseBeforeCents: cents(9_000_000), amountCents: cents(2_000_000) };
    const contract = { type: "PERCENTAGE_OF_FEES", tiers, mode: "MARGINAL" } as const;
    const { result, explanations } = explained((write) => revenueShareLine(contract, step, write));
    expect(result.shareCents).toBe(225_000);
    expect(explanations.get("shareCents")).toMatchObject({ formula: { name: "share-of-line" }, result: 225_000 });
  });
});

describe("revenue share contract", () => {
  const contract = revenueShareContract.parse({
    type: "PERCENTAGE_OF_FEES",
    productType: "MCA",
    tiers,
    mode: "MARGINAL",
    tierPeriod: "MONTH",
    sharesPenalties: false,
    startsOn: "2026-01-01",
    endsOn: "2026-06-30",
  });
  const next = { ...contract, startsOn: businessDate("2026-07-01"), endsOn: null };

  it("is in force from its first to its last day, for its product", () => {
    const on = (day: string, productType: "MCA" | "TERM_LOAN" = "MCA") =>
      contractsInForce([contract, next], productType, businessDate(day));
    expect(on("2025-12-31")).toEqual([]);
    expect(on("2026-01-01")).toEqual([contract]);
    expect(on("2026-06-30")).toEqual([contract]);
    expect(on("2026-07-01")).toEqual([next]);
    expect(on("2026-07-01", "TERM_LOAN")).toEqual([]);
  });

  it("sums its base over the month or the year", () => {
    const on = businessDate("2026-11-15");
    expect(baseSince({ tierPeriod: "MONTH" }, on)).toBe("2026-11-01");
    expect(baseSince({ tierPeriod: "YEAR" }, on)).toBe("2026-01-01");
  });
});

describe("revenue share statement", () => {
  it.each([
    ["2026-11-15", "2026-11-30", "2026-12-03", "2026-12-10"],
    // New Year's Day is a holiday, January 10, 2027 a Sunday.
    ["2026-12-31", "2026-12-31", "2027-01-06", "2027-01-11"],
    ["2026-02-01", "2026-02-28", "2026-03-04", "2026-03-10"],
  ])("of the month of %s ends on %s, closes on the third banking day after it, %s, and is paid on %s", (...row) => {
    const [on, lastOn, closesOn, paidOn] = row;
    const firstOn = `${on.slice(0, 8)}01`;
    expect(statementDates(businessDate(on))).toEqual({ firstOn, lastOn, closesOn, paidOn });
  });
});

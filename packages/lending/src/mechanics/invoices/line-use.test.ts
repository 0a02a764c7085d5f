import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explained, plainWorksheet } from "../../explain/worksheet.ts";
import { cents, sum } from "../../money/cents.ts";
import { lineUse } from "./line-use.ts";

const line = { limitCents: cents(5_000_000), availableCents: cents(3_860_000) };
const invoice = (state: "WAITING_FOR_REPAYMENT" | "IN_REVIEW", principal: number, isBeingRepaid = false) => ({
  state,
  isBeingRepaid,
  principalCents: cents(principal),
});

describe("the use of a limit", () => {
  it("is what is active, what is being repaid and what is in review", () => {
    const invoices = [
      invoice("WAITING_FOR_REPAYMENT", 500_000),
      invoice("WAITING_FOR_REPAYMENT", 340_000, true),
      invoice("IN_REVIEW", 300_000),
    ];
    expect(lineUse(line, invoices, plainWorksheet)).toEqual({
      activeCents: 500_000,
      repayingCents: 340_000,
      waitingCents: 300_000,
      availableCents: 3_860_000,
    });
  });

  it("explains the remaining limit as the credit limit less its parts", () => {
    const { result, explanations } = explained((write) => lineUse(line, [], write));
    expect(explanations.get("availableCents")?.result).toBe(3_860_000);
    expect(result.activeCents).toBe(1_140_000);
  });

  it("always adds up to the limit, whatever has been repaid in part", () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map(cents);
    const invoices = fc.array(
      fc.record({
        state: fc.constantFrom("WAITING_FOR_REPAYMENT" as const, "IN_REVIEW" as const),
        isBeingRepaid: fc.boolean(),
        principalCents: fc.option(amount),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(amount, amount, invoices, (limitCents, free, list) => {
        const availableCents = cents(Math.min(free, limitCents));
        const use = lineUse({ limitCents, availableCents }, list, plainWorksheet);
        expect(sum(Object.values(use))).toBe(limitCents);
        expect(use.availableCents).toBe(availableCents);
        expect(Math.min(...Object.values(use))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

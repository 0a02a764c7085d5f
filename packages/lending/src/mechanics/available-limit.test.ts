import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { availableLimit } from "./available-limit.ts";

describe("available limit", () => {
  const use = { limitCents: cents(1000), openPrincipalCents: cents(300), reservedPrincipalCents: cents(200) };

  it.each([
    ["CURRENT", 500],
    ["LATE", 500],
    ["FULLY_PAID", 500],
    ["REFINANCED", 500],
    ["DEFAULTED", 0],
    ["CLOSED", 0],
  ] as const)("of a line that is %s is %i of 1000 with 500 taken", (loanStatus, available) => {
    expect(availableLimit({ ...use, loanStatus })).toBe(available);
  });

  it("is never negative and never more than the limit", () => {
    const amount = fc.nat(1_000_000).map(cents);
    fc.assert(
      fc.property(amount, amount, amount, (limitCents, openPrincipalCents, reservedPrincipalCents) => {
        const available = availableLimit({
          loanStatus: "CURRENT",
          limitCents,
          openPrincipalCents,
          reservedPrincipalCents,
        });
        expect(available).toBeGreaterThanOrEqual(0);
        expect(available).toBeLessThanOrEqual(limitCents);
      }),
      runs,
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { issuedProductLifecycle } from "../mechanics/issued-product.ts";
import { cents } from "../money/cents.ts";
import { type CreditLine, whyNotDrawAtAll } from "../products/line-of-credit/why-not-draw.ts";
import { lineHealth } from "./line-health.ts";

const today = businessDate("2026-08-03");
const line: CreditLine = {
  loanStatus: "CURRENT",
  isSuspended: false,
  hasDefaultedDraw: false,
  maturesOn: businessDate("2027-04-10"),
  availableCents: cents(1_583_332),
  bankDisconnectedOn: null,
};
const healthOf = (change: Partial<CreditLine>, daysPastDue = 0) =>
  lineHealth({ ...line, ...change }, daysPastDue, businessDate("2026-08-10"), today);
const conditionOf = (kind: string, change: Partial<CreditLine>, daysPastDue = 0) =>
  healthOf(change, daysPastDue).find((one) => one.kind === kind);

describe("line health", () => {
  it("says the distance to each condition of a current line", () => {
    expect(healthOf({})).toEqual([
      { kind: "PAYMENTS", state: "MET", pausesOn: "2026-08-16", daysLeft: 13, amountCents: null },
      { kind: "LIMIT", state: "MET", pausesOn: null, daysLeft: null, amountCents: 1_583_300 },
      { kind: "BANK", state: "MET", pausesOn: null, daysLeft: null, amountCents: null },
      { kind: "TERM", state: "MET", pausesOn: "2027-04-10", daysLeft: 250, amountCents: null },
    ]);
  });

  it("a payment past due pauses the line when it is more than 5 days late", () => {
    expect(conditionOf("PAYMENTS", {}, 4)).toMatchObject({ state: "AT_RISK", pausesOn: "2026-08-05", daysLeft: 2 });
    expect(conditionOf("PAYMENTS", { loanStatus: "LATE" }, 6)).toMatchObject({ state: "BROKEN" });
    expect(conditionOf("PAYMENTS", { hasDefaultedDraw: true })).toMatchObject({ state: "BROKEN" });
  });

  it("a lost bank connection pauses the line after 7 days", () => {
    expect(conditionOf("BANK", { bankDisconnectedOn: addDays(today, -7) })).toMatchObject({
      state: "AT_RISK",
      pausesOn: "2026-08-04",
      daysLeft: 1,
    });
    expect(conditionOf("BANK", { bankDisconnectedOn: addDays(today, -8) })).toMatchObject({ state: "BROKEN" });
  });

  it("the last 30 days of the term are a risk", () => {
    expect(conditionOf("TERM", { maturesOn: addDays(today, 31) })).toMatchObject({ state: "MET" });
    expect(conditionOf("TERM", { maturesOn: addDays(today, 30) })).toMatchObject({ state: "AT_RISK", daysLeft: 30 });
    expect(conditionOf("TERM", { maturesOn: today })).toMatchObject({ state: "BROKEN", daysLeft: 0 });
  });

  it("has a broken condition exactly if a draw is refused", () => {
    const anyLine = fc.record({
      loanStatus: fc.constantFrom(...issuedProductLifecycle.states),
      isSuspended: fc.boolean(),
      hasDefaultedDraw: fc.boolean(),
      maturesOn: fc.integer({ min: -5, max: 60 }).map((days) => addDays(today, days)),
      availableCents: fc.integer({ min: 0, max: 300 }).map(cents),
      bankDisconnectedOn: fc.option(fc.integer({ min: 0, max: 12 }).map((days) => addDays(today, -days))),
    });
    fc.assert(
      fc.property(anyLine, (any) => {
        const isBroken = lineHealth(any, 0, null, today).some(({ state }) => state === "BROKEN");
        expect(isBroken).toBe(whyNotDrawAtAll(any, today) !== null);
      }),
    );
  });
});

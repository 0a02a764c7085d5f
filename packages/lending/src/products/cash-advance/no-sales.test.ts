import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import { isReviewDue, whyNotCloseBusiness, withoutSales } from "./no-sales.ts";
import type { AdvancePeriodState } from "./period-lifecycle.ts";

const fundedOn = businessDate("2026-01-15");
const none = ["NO_SALES", 0] as const;
const weeks = (some: readonly (readonly [AdvancePeriodState, number | null])[]) =>
  some.map(([state, salesCents], index) => ({
    startsOn: addDays(fundedOn, 1 + 7 * index),
    endsOn: addDays(fundedOn, 7 * (index + 1)),
    state,
    salesCents: salesCents === null ? null : cents(salesCents),
  }));

describe("days without sales of an advance", () => {
  it.each([
    ["count from the funding", [none, none, ["OPEN", null]], "2026-01-15", 14],
    ["count from the last sales", [none, ["PAID", 100], none, ["OPEN", null]], "2026-01-29", 7],
    ["count from a period that was estimated", [none, ["DUE_ESTIMATED", null], none], "2026-01-29", 7],
    ["are none while the last sales are unknown", [none, none, ["DUE_ESTIMATED", null]], "2026-02-05", 0],
    ["do not end with sales of which nothing is due", [["NO_SALES", 4], none], "2026-01-22", 7],
    ["are none before the first period has ended", [["OPEN", null]], "2026-01-15", 0],
    ["start anew after a period that waits for its sales", [none, ["OPEN", null], none], "2026-01-29", 7],
  ] as const)("%s", (_rule, some, since, days) => {
    expect(withoutSales(weeks(some), fundedOn)).toEqual({ since, days });
  });

  it("do not count the periods of a payout that came back", () => {
    expect(withoutSales(weeks([none, none]), addDays(fundedOn, 7))).toEqual({ since: addDays(fundedOn, 7), days: 7 });
  });
});

describe("review of a business without sales", () => {
  const since = businessDate("2026-01-15");
  const today = addDays(since, 200);
  it.each([
    ["is due after 180 days", 180, null, true],
    ["is not due before", 179, null, false],
    ["is due again when sales had returned since the last one", 180, since, true],
    ["is not due again within 90 days", 200, addDays(today, -89), false],
    ["is due again after 90 days", 200, addDays(today, -90), true],
  ] as const)("%s", (_rule, days, lastReviewedOn, isDue) => {
    expect(isReviewDue({ since, days }, lastReviewedOn, today)).toBe(isDue);
  });
});

it("an advance is closed with its business from CURRENT alone, after 180 days without sales", () => {
  expect(whyNotCloseBusiness("CURRENT", { since: fundedOn, days: 180 })).toBeNull();
  expect(whyNotCloseBusiness("CURRENT", { since: fundedOn, days: 179 })).toBe("NOT_LONG_ENOUGH_WITHOUT_SALES");
  for (const status of ["LATE", "DEFAULTED", "FULLY_PAID", "REFINANCED", "CLOSED"] as const)
    expect(whyNotCloseBusiness(status, { since: fundedOn, days: 180 })).toBe("WRONG_STATE");
});

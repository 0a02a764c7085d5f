import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import { advanceRowStatus } from "./payment-row.ts";

const today = businessDate("2026-11-16");
const fiveDaysPast = businessDate("2026-11-11");
const sixDaysPast = businessDate("2026-11-10");

describe("payment row of a cash advance", () => {
  it.each([
    ["PAID", sixDaysPast, cents(100), true],
    ["NO SALES", sixDaysPast, cents(0), false],
    ["NO SALES", fiveDaysPast, cents(0), false],
    ["LATE", sixDaysPast, cents(100), false],
    ["LATE", sixDaysPast, null, false],
    ["-", fiveDaysPast, cents(100), false],
    ["-", today, null, false],
  ] as const)("is %s for a period ending %s with %s cents, paid: %s", (label, periodEndOn, amountCents, isPaid) => {
    expect(advanceRowStatus({ periodEndOn, amountCents, isPaid }, today).label).toBe(label);
  });
});

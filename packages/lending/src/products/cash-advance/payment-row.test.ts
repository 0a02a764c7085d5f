import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import { advanceRowStatus } from "./payment-row.ts";

const today = businessDate("2026-11-16");
const fiveDaysPast = businessDate("2026-11-11");
const sixDaysPast = businessDate("2026-11-10");

describe("payment row of a cash advance", () => {
  it.each([
    ["PAID", sixDaysPast, cents(100), true, "failed or missing"],
    ["NO SALES", sixDaysPast, cents(0), false, "failed or missing"],
    ["NO SALES", fiveDaysPast, cents(0), false, "failed or missing"],
    ["LATE", sixDaysPast, cents(100), false, "failed or missing"],
    ["LATE", sixDaysPast, null, false, "failed or missing"],
    ["-", sixDaysPast, cents(100), false, "under way"],
    ["-", fiveDaysPast, cents(100), false, "failed or missing"],
    ["-", today, null, false, "failed or missing"],
  ] as const)(
    "is %s for a period ending %s with %s cents, paid: %s, debit %s",
    (label, periodEndOn, amountCents, isPaid, debit) => {
      const isDebitFailedOrMissing = debit === "failed or missing";
      expect(advanceRowStatus({ periodEndOn, amountCents, isPaid, isDebitFailedOrMissing }, today).label).toBe(label);
    },
  );
});

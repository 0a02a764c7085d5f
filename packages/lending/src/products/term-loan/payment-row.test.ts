import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { termLoanRowStatus } from "./payment-row.ts";

const today = businessDate("2026-11-16");
const fiveDaysPast = businessDate("2026-11-11");
const sixDaysPast = businessDate("2026-11-10");

describe("payment row of a term loan", () => {
  it.each([
    ["PAID", sixDaysPast, true],
    ["LATE", sixDaysPast, false],
    ["-", fiveDaysPast, false],
    ["-", businessDate("2026-12-16"), false],
  ] as const)("is %s for a due date of %s, paid: %s", (label, dueOn, isPaid) => {
    expect(termLoanRowStatus({ dueOn, isPaid }, today).label).toBe(label);
  });
});

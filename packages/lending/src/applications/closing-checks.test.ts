import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { closingChecks, closingChecksFor } from "./closing-checks.ts";
import { whyNotReapply } from "./why-not-reapply.ts";

describe("closing checks", () => {
  it("are all required when another lender is paid off in a state that requires registration", () => {
    for (const state of ["TX", "VA", "CT", "UT"])
      expect(closingChecksFor({ refinancesExternalDebt: true, state })).toEqual(closingChecks);
  });

  it("leave out payoff letters and registration when neither applies", () => {
    const some = closingChecksFor({ refinancesExternalDebt: false, state: "CA" });
    expect(closingChecks.filter((check) => !some.includes(check))).toEqual([
      "PAYOFF_LETTERS_RECEIVED",
      "STATE_REGISTRATION_HELD",
    ]);
  });
});

it("reapplication is possible after ninety days, or at once after a material change", () => {
  const declinedOn = businessDate("2026-01-05");
  expect(whyNotReapply(declinedOn, false, addDays(declinedOn, 89))).toBe("REAPPLY_TOO_SOON");
  expect(whyNotReapply(declinedOn, false, addDays(declinedOn, 90))).toBeNull();
  expect(whyNotReapply(declinedOn, true, declinedOn)).toBeNull();
});

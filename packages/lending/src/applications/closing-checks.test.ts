import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { closingChecks, closingChecksFor } from "./closing-checks.ts";
import { whyNotReapply } from "./why-not-reapply.ts";

describe("closing checks", () => {
  it("are all required when another lender is paid off where lender or platform must be registered", () => {
    const registered = {
      TX: "MCA",
      VA: "MCA",
      CT: "INTEGRATED_MCA",
      UT: "TERM_LOAN",
      CA: "LOC_TERM_LOAN",
      MO: "MCA",
    } as const;
    for (const [state, product] of Object.entries(registered))
      expect(closingChecksFor({ refinancesExternalDebt: true, state, product })).toEqual(closingChecks);
  });

  it("leave out payoff letters and registration when neither applies", () => {
    for (const [state, product] of [
      ["CA", "MCA"],
      ["VA", "TERM_LOAN"],
      ["OH", "TERM_LOAN"],
    ] as const) {
      const some = closingChecksFor({ refinancesExternalDebt: false, state, product });
      expect(closingChecks.filter((check) => !some.includes(check))).toEqual([
        "PAYOFF_LETTERS_RECEIVED",
        "STATE_REGISTRATION_HELD",
      ]);
    }
  });

  it("include the registration in a state that the matrix does not list", () => {
    const checks = closingChecksFor({ refinancesExternalDebt: false, state: "PR", product: "TERM_LOAN" });
    expect(checks).toContain("STATE_REGISTRATION_HELD");
  });
});

it("reapplication is possible after ninety days, or at once after a material change", () => {
  const declinedOn = businessDate("2026-01-05");
  expect(whyNotReapply(declinedOn, false, addDays(declinedOn, 89))).toBe("REAPPLY_TOO_SOON");
  expect(whyNotReapply(declinedOn, false, addDays(declinedOn, 90))).toBeNull();
  expect(whyNotReapply(declinedOn, true, declinedOn)).toBeNull();
});

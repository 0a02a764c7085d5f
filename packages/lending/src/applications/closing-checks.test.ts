import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import {
  closingChecks,
  closingChecksFor,
  closingDeadlines,
  isBalanceSound,
  reasonsOf,
  resultOf,
  type StoredCheck,
  whyNotConfirm,
} from "./closing-checks.ts";
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

describe("result of a closing check", () => {
  const today = businessDate("2026-11-18");
  const stored = (change: Partial<StoredCheck> = {}): StoredCheck => ({
    result: "PASSED",
    source: "CONFIRMED",
    checkedOn: today,
    ...change,
  });

  it("is what the data says now, whatever staff confirmed before", () => {
    expect(resultOf("TAX_ID_MATCHED", false, stored(), today)).toBe("FAILED");
    expect(resultOf("TAX_ID_MATCHED", true, stored({ result: "FAILED", source: "COMPUTED" }), today)).toBe("PASSED");
  });

  it("is a confirmation of staff, on later days as well, where the data says nothing", () => {
    const before = stored({ checkedOn: addDays(today, -5) });
    expect(resultOf("TAX_ID_MATCHED", null, before, today)).toBe("PASSED");
    expect(resultOf("TAX_ID_MATCHED", null, { ...before, source: "COMPUTED" }, today)).toBe("OPEN");
    expect(resultOf("TAX_ID_MATCHED", null, null, today)).toBe("OPEN");
  });

  it("of sanctions and balance counts for one day, whoever found it", () => {
    for (const check of ["SANCTIONS_CLEAR_TODAY", "BALANCE_FRESH_AND_SOUND"] as const)
      for (const source of ["COMPUTED", "CONFIRMED"] as const) {
        expect(resultOf(check, null, stored({ source }), today)).toBe("PASSED");
        expect(resultOf(check, null, stored({ source }), addDays(today, 1))).toBe("OPEN");
      }
  });

  it("is confirmed by staff only where the data says nothing and another record of it cannot exist", () => {
    expect(whyNotConfirm("STATE_REGISTRATION_HELD", null)).toBeNull();
    expect(whyNotConfirm("BALANCE_FRESH_AND_SOUND", false)).toBe("CHECK_COMPUTED");
    const never = closingChecks.filter((check) => whyNotConfirm(check, null) !== null);
    expect(never).toEqual([
      "SANCTIONS_CLEAR_TODAY",
      "ACCOUNT_VERIFIED_AND_OWNED",
      "DISCLOSURE_SIGNED_BEFORE_AGREEMENT",
      "AGREEMENT_SIGNED_BY_ALL",
      "ACH_AUTHORIZATION_ON_FILE",
      "PAYOFF_LETTERS_RECEIVED",
      "CAPITAL_RESERVED",
    ]);
  });

  it("gives each reason of a denial once, and at most four", () => {
    const failed = closingChecks.map((check) => ({ check, result: "FAILED" as const }));
    expect(reasonsOf(failed)).toEqual([
      "UNABLE_TO_VERIFY_IDENTITY",
      "UNABLE_TO_VERIFY_INFORMATION",
      "CASH_FLOW_INSUFFICIENT",
      "CREDIT_APPLICATION_INCOMPLETE",
    ]);
    expect(reasonsOf([{ check: "BALANCE_FRESH_AND_SOUND", result: "OPEN" }])).toEqual(["UNABLE_TO_VERIFY_INFORMATION"]);
  });
});

it("a balance is sound if the account is not overdrawn and no payment bounced after the decision", () => {
  const decidedOn = businessDate("2026-11-10");
  const bounced = (date: string) => ({
    transactionId: date,
    accountId: "checking",
    date: businessDate(date),
    amountCents: cents(-3_500),
    isPending: false,
    name: "NSF FEE",
    merchantName: null,
    category: "BANK_FEES_INSUFFICIENT_FUNDS",
  });
  expect(isBalanceSound(cents(0), [bounced("2026-11-10")], decidedOn)).toBe(true);
  expect(isBalanceSound(cents(0), [bounced("2026-11-11")], decidedOn)).toBe(false);
  expect(isBalanceSound(cents(-1), [], decidedOn)).toBe(false);
});

it("closing lasts ten banking days, with an alarm on the eighth and the first look on the next", () => {
  const { checkBy, alarmAt, closeBy } = closingDeadlines(new Date("2026-11-18T15:00:00Z"));
  expect([checkBy, alarmAt, closeBy].map((at) => at.toISOString())).toEqual([
    "2026-11-19T22:00:00.000Z",
    "2026-12-01T22:00:00.000Z",
    "2026-12-03T22:00:00.000Z",
  ]);
});

it("reapplication is possible after ninety days, or at once after a material change", () => {
  const declinedOn = businessDate("2026-01-05");
  expect(whyNotReapply(declinedOn, false, addDays(declinedOn, 89))).toBe("REAPPLY_TOO_SOON");
  expect(whyNotReapply(declinedOn, false, addDays(declinedOn, 90))).toBeNull();
  expect(whyNotReapply(declinedOn, true, declinedOn)).toBeNull();
});

import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { decide, noRulings, type StaffRulings } from "./decide.ts";
import type { CreditModelInputs } from "./inputs.ts";
import { firstPolicy as policy } from "./policy/first-policy.ts";
import { exampleBusinesses } from "./underwriting.fixture.ts";
import { peopleForRuling, type Ruling, whyNotRule } from "./why-not-rule.ts";

const { A, B } = exampleBusinesses;
const why = (changed: Partial<CreditModelInputs>, ruling: Ruling, rulings: StaffRulings = noRulings, base = A) =>
  whyNotRule(decide("TERM_LOAN", { ...base, ...changed }, policy, rulings), rulings, ruling);

describe("ruling of staff", () => {
  it("an exception is granted only where a rule raised it, and at most twice", () => {
    expect(why({ personalGuarantee: false }, { kind: "EXCEPTION", code: "TPE_1" })).toBeNull();
    expect(why({ personalGuarantee: false }, { kind: "EXCEPTION", code: "TPE_2" })).toBe("NOT_RAISED");
    const two = { ...noRulings, exceptions: ["TPE_2", "TPE_6"] as const };
    expect(why({ personalGuarantee: false }, { kind: "EXCEPTION", code: "TPE_1" }, two)).toBe("TOO_MANY_EXCEPTIONS");
  });

  it("a rule is passed only if it failed and may be overridden, or waits for a review without an exception", () => {
    expect(why({ ficoScores: [590] }, { kind: "RULE_PASSED", code: "ELIG_FICO" })).toBeNull();
    expect(why({ bankHistoryDays: 30 }, { kind: "RULE_PASSED", code: "ELIG_BANK_HISTORY" })).toBeNull();
    expect(why({ ficoScores: [590] }, { kind: "RULE_PASSED", code: "ELIG_LIEN" })).toBe("NOT_RAISED");
    expect(why({ businessAgeInMonths: 8 }, { kind: "RULE_PASSED", code: "ELIG_AGE" })).toBe("NOT_RAISED");
  });

  it("a decided application is not ruled about", () => {
    expect(why({}, { kind: "RULE_PASSED", code: "ELIG_FICO" })).toBe("NOT_IN_REVIEW");
    expect(why({ state: "GU" }, { kind: "DENIAL_CONFIRMED", code: null })).toBe("NOT_IN_REVIEW");
  });

  it("a denial is confirmed while it waits for that", () => {
    expect(
      why({ lastBankruptcyDate: businessDate("2026-01-01") }, { kind: "DENIAL_CONFIRMED", code: null }),
    ).toBeNull();
  });

  it("a rating moves by one notch, and a failed one becomes HIGH", () => {
    expect(why({}, { kind: "RESULT_OVERRIDE", code: "LOW" }, noRulings, B)).toBeNull();
    expect(why({}, { kind: "RESULT_OVERRIDE", code: "HIGH" }, noRulings, B)).toBeNull();
    expect(why({}, { kind: "RESULT_OVERRIDE", code: "MEDIUM" }, noRulings, B)).toBe("SAME_RESULT");
    expect(why({}, { kind: "RESULT_OVERRIDE", code: "HIGH" })).toBe("MORE_THAN_ONE_NOTCH");
    expect(why({ nsfCount: 9 }, { kind: "RESULT_OVERRIDE", code: "HIGH" })).toBeNull();
    expect(why({ nsfCount: 9 }, { kind: "RESULT_OVERRIDE", code: "MEDIUM" })).toBe("MORE_THAN_ONE_NOTCH");
  });

  it("takes two people for exceptions, ratings and failed rules, and one for a small amount under review or a denial", () => {
    const people = (changed: Partial<CreditModelInputs>, ruling: Ruling, amountCents: number | null) =>
      peopleForRuling(decide("TERM_LOAN", { ...A, ...changed }, policy), ruling, amountCents);
    expect(people({ personalGuarantee: false }, { kind: "EXCEPTION", code: "TPE_1" }, 100_000)).toBe(2);
    expect(people({ nsfCount: 9 }, { kind: "RESULT_OVERRIDE", code: "HIGH" }, 100_000)).toBe(2);
    expect(people({ ficoScores: [590] }, { kind: "RULE_PASSED", code: "ELIG_FICO" }, 100_000)).toBe(2);
    const reviewed = (amountCents: number | null) =>
      people({ bankHistoryDays: 30 }, { kind: "RULE_PASSED", code: "ELIG_BANK_HISTORY" }, amountCents);
    expect([reviewed(5_000_000), reviewed(5_000_001), reviewed(null)]).toEqual([1, 2, 2]);
    expect(people({ ficoScores: [590] }, { kind: "DENIAL_CONFIRMED", code: null }, null)).toBe(1);
  });
});

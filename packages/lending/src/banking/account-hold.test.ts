import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBankingDay } from "../calendar/banking-day.ts";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { easternTime } from "../calendar/eastern-time.ts";
import { accountHeldUntil, firstPayoutOn, payoutArrivesOn } from "./account-hold.ts";

describe("hold of a new or changed account", () => {
  it.each([
    ["a Monday morning: the end of Thursday", "2026-11-16T15:00:00Z", "2026-11-20T05:00:00Z"],
    ["a Friday evening: the end of Wednesday", "2026-11-14T01:00:00Z", "2026-11-19T05:00:00Z"],
    ["a Saturday: the end of Wednesday", "2026-11-14T15:00:00Z", "2026-11-19T05:00:00Z"],
    ["the day before Thanksgiving: the end of Tuesday", "2026-11-25T15:00:00Z", "2026-12-02T05:00:00Z"],
    [
      "a late evening in New York, tomorrow in UTC: counted by New York",
      "2026-11-17T04:30:00Z",
      "2026-11-20T05:00:00Z",
    ],
    ["the week in which daylight saving time ends", "2026-10-30T15:00:00Z", "2026-11-05T05:00:00Z"],
  ])("begins on %s", (_, changedAt, heldUntil) => {
    expect(accountHeldUntil(new Date(changedAt)).toISOString()).toBe(heldUntil.replace("Z", ".000Z"));
  });

  const anyMoment = fc.integer({ min: 0, max: 6_209 * 1_440 }).map((minutes) => {
    const start = Date.parse("2024-01-01T00:00:00Z");
    return new Date(start + minutes * 60_000);
  });

  it("lasts at least 72 hours and three whole banking days, and ends on the first day for which both hold", () => {
    fc.assert(
      fc.property(anyMoment, (changedAt) => {
        const heldUntil = accountHeldUntil(changedAt);
        expect(heldUntil.getTime() - changedAt.getTime()).toBeGreaterThanOrEqual(72 * 3_600_000);
        const bankingDaysUntil = (end: Date) => {
          let count = 0;
          for (let day = addDays(easternTime(changedAt).date, 1); day < easternTime(end).date; day = addDays(day, 1))
            if (isBankingDay(day)) count++;
          return count;
        };
        expect(bankingDaysUntil(heldUntil)).toBe(3);
        expect(bankingDaysUntil(new Date(heldUntil.getTime() - 60_000))).toBe(2);
      }),
    );
  });

  it("never ends earlier for a later change, so a second change cannot shorten the hold", () => {
    fc.assert(
      fc.property(anyMoment, fc.integer({ min: 0, max: 14 * 1_440 }), (changedAt, minutes) => {
        const later = new Date(changedAt.getTime() + minutes * 60_000);
        expect(accountHeldUntil(later).getTime()).toBeGreaterThanOrEqual(accountHeldUntil(changedAt).getTime());
      }),
    );
  });
});

describe("first payout after a hold", () => {
  it.each([
    ["2026-11-20T05:00:00Z", "2026-11-20"],
    ["2026-11-20T05:01:00Z", "2026-11-23"],
    ["2026-11-19T15:00:00Z", "2026-11-20"],
    ["2026-11-26T05:00:00Z", "2026-11-27"],
  ])("after a hold until %s is on %s", (heldUntil, day) => {
    expect(firstPayoutOn(new Date(heldUntil))).toBe(businessDate(day));
  });
});

describe("arrival of a payout that is approved on Wednesday, November 18", () => {
  it.each([
    ["without a hold: with the next file", null, "2026-11-19"],
    ["after a hold that is over: with the next file", "2026-11-18T15:00:00Z", "2026-11-19"],
    ["of an account held until the end of Friday: sent on Monday", "2026-11-21T05:00:00Z", "2026-11-24"],
    ["of an account held until the end of today: sent on Thursday", "2026-11-19T05:00:00Z", "2026-11-20"],
  ])("%s", (_, heldUntil, day) => {
    const approvedAt = new Date("2026-11-18T16:00:00Z");
    expect(payoutArrivesOn(approvedAt, heldUntil === null ? null : new Date(heldUntil))).toBe(businessDate(day));
  });

  it("before a weekend and a holiday is on the next banking day", () => {
    expect(payoutArrivesOn(new Date("2026-11-25T16:00:00Z"), null)).toBe(businessDate("2026-11-27"));
    expect(payoutArrivesOn(new Date("2026-11-20T16:00:00Z"), null)).toBe(businessDate("2026-11-23"));
  });
});

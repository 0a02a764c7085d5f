import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { easternTime } from "../calendar/eastern-time.ts";
import { isLockedTopic, nextBatchAt, notificationTopics, remindAt, rolesToldOf } from "./notifications.ts";

const batchAfter = (at: string) => nextBatchAt(new Date(at)).toISOString();

describe("batches of notifications", () => {
  it.each([
    ["in the morning before 8", "2026-01-14T09:10:00Z", "2026-01-14T13:00:00.000Z"],
    ["during the day", "2026-01-14T15:10:00Z", "2026-01-14T16:00:00.000Z"],
    ["at a full hour, whose batch may have gone", "2026-01-14T15:00:00Z", "2026-01-14T16:00:00.000Z"],
    ["before the last hour", "2026-01-15T00:59:59Z", "2026-01-15T01:00:00.000Z"],
    ["in the evening", "2026-01-15T01:00:00Z", "2026-01-15T13:00:00.000Z"],
    ["in summer", "2026-07-14T15:10:00Z", "2026-07-14T16:00:00.000Z"],
    ["in the night in which the clocks change", "2026-03-08T06:30:00Z", "2026-03-08T12:00:00.000Z"],
  ])("are hourly from 8 to 20 o'clock Eastern: %s", (_, at, next) => {
    expect(batchAfter(at)).toBe(next);
  });

  it("never go outside of those hours, and never wait longer than a night", () => {
    const instants = fc.date({ min: new Date("2025-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (at) => {
        const next = nextBatchAt(at);
        const { minutes } = easternTime(next);
        expect(minutes % 60).toBe(0);
        expect(minutes / 60).toBeGreaterThanOrEqual(8);
        expect(minutes / 60).toBeLessThanOrEqual(20);
        expect(next.getTime()).toBeGreaterThan(at.getTime());
        expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(13 * 3_600_000);
      }),
      { numRuns: 50 },
    );
  });
});

describe("REPAYMENT_REMINDER", () => {
  it.each([
    ["2026-02-17", "2026-02-11T13:00:00.000Z"],
    ["2026-02-12", "2026-02-09T13:00:00.000Z"],
    ["2026-07-06", "2026-07-01T12:00:00.000Z"],
  ])("goes out 3 banking days before effectiveDate %s", (effectiveOn, at) => {
    expect(remindAt(businessDate(effectiveOn)).toISOString()).toBe(at);
  });
});

describe("topics of notifications", () => {
  it("are locked on where something is owed, changed or refused", () => {
    expect(notificationTopics.filter(isLockedTopic)).toEqual(["PAYMENT_PROBLEM", "TERMS_CHANGED", "FUNDING_REFUSED"]);
  });

  it("reach a co-owner only when a payment fails", () => {
    expect(notificationTopics.filter((topic) => rolesToldOf(topic).includes("SECONDARY_OWNER"))).toEqual([
      "PAYMENT_PROBLEM",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { decideBy, markupDueAt, refreshableUntil, undecidedDeadlines } from "./deadlines.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));

describe("deadlines of an application", () => {
  it("undecided: the promised answer, alarms on days 15 and 20 after completion, a decision on day 28", () => {
    expect(undecidedDeadlines(day(2), day(1))).toEqual([
      { what: "PROMISED_ANSWER", at: day(2) },
      { what: "FIRST_ALARM", at: day(16) },
      { what: "LAST_ALARM", at: day(21) },
      { what: "DECISION", at: day(29) },
    ]);
    expect(decideBy(day(1))).toEqual(day(29));
  });

  it("undecided: by date, when a co-owner finished long after the data was complete", () => {
    expect(undecidedDeadlines(day(18), day(1)).map(({ what }) => what)).toEqual([
      "FIRST_ALARM",
      "PROMISED_ANSWER",
      "LAST_ALARM",
      "DECISION",
    ]);
  });

  it("undecided: no date before the data is complete and the promise has begun", () => {
    expect(undecidedDeadlines(null, null)).toEqual([]);
    expect(undecidedDeadlines(day(2), null)).toEqual([{ what: "PROMISED_ANSWER", at: day(2) }]);
  });

  it("the platform has 24 hours for its mark-up, and expired offers can be refreshed for 60 days", () => {
    expect(markupDueAt(day(0))).toEqual(day(1));
    expect(refreshableUntil(day(0))).toEqual(day(60));
  });
});

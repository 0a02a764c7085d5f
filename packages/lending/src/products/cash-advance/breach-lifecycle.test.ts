import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { followsLifecycle } from "../../flow/lifecycle.suite.ts";
import { advanceBreachLifecycle, cureBy, eventByTime, nextEventAt } from "./breach-lifecycle.ts";

followsLifecycle(advanceBreachLifecycle, {
  table: `
    – | AUTHORIZATION_LOST | CURE_PERIOD
    CURE_PERIOD | REMINDED | CURE_PERIOD
    CURE_PERIOD | NOT_CURED | BREACHED
    CURE_PERIOD, BREACHED | AUTHORIZED | CURED
    CURE_PERIOD, BREACHED | ADVANCE_OVER | ENDED
  `,
  ends: ["CURED", "ENDED"],
});

describe("cure period of a lost authorization", () => {
  const period = { state: "CURE_PERIOD", cureBy: businessDate("2026-02-03"), isReminded: false } as const;
  const at = (time: string, isReminded = false) => eventByTime({ ...period, isReminded }, new Date(time));

  it("lasts ten banking days, over a holiday and from the next banking day", () => {
    // Monday, 2026-01-19, is a holiday.
    expect(cureBy(businessDate("2026-01-16"))).toBe("2026-02-02");
    expect(cureBy(businessDate("2026-01-17"))).toBe("2026-02-03");
  });

  it("has a reminder in the morning of the third banking day before its last one", () => {
    expect(at("2026-01-29T13:59:59Z")).toBeNull();
    expect(at("2026-01-29T14:00:00Z")).toBe("REMINDED");
    expect(at("2026-01-29T14:00:00Z", true)).toBeNull();
    expect(nextEventAt(period)).toEqual(new Date("2026-01-29T14:00:00Z"));
  });

  it("ends with a breach when its last day is over", () => {
    expect(at("2026-02-04T04:59:59Z", true)).toBeNull();
    expect(at("2026-02-04T05:00:00Z")).toBe("NOT_CURED");
    expect(nextEventAt({ ...period, isReminded: true })).toEqual(new Date("2026-02-04T05:00:00Z"));
    expect(nextEventAt({ ...period, state: "BREACHED" })).toBeNull();
  });
});

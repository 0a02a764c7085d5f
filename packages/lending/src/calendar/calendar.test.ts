import { execFileSync } from "node:child_process";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../vectors/vectors.json" with { type: "json" };
import { cents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { estimatedArrivalOn, preDebitCheckAt, sameDayAch, standardAch, standardDeadline, timelineFrom } from "./ach.ts";
import { addBankingDays, bankingDayOnOrAfter, isBankingDay } from "./banking-day.ts";
import {
  addDays,
  addMonths,
  businessDate,
  calendarMonthsBetween,
  dateAt,
  daysBetween,
  daysInMonth,
  inMonth,
  weekdayOf,
} from "./business-date.ts";
import { clock, easternInstant, easternTime } from "./eastern-time.ts";
import { fedHolidays } from "./fed-holidays.ts";
import { settlementEstimate, weekdaySettlementEstimate } from "./settlement-estimate.ts";

const day = businessDate;
const anyDay = fc.integer({ min: 0, max: 6_209 }).map((days) => addDays(day("2024-01-01"), days));

describe("business date", () => {
  it("is refused when the day does not exist", () => {
    expect(day("2028-02-29")).toBe("2028-02-29");
    for (const wrong of ["2026-02-29", "2026-13-01", "2026-1-1", "2026-01-01T00:00:00Z", ""]) {
      expect(() => day(wrong)).toThrow("not a date");
    }
  });

  it("is refused when the number of days is NaN", () => {
    expect(() => addDays(day("2026-01-01"), Number.NaN)).toThrow("not a day: NaN");
  });

  it("is the UTC date of a timestamp, in any time zone", () => {
    expect(dateAt(new Date("2026-11-15T23:59:59-05:00"))).toBe("2026-11-16");
    expect(weekdayOf(day("2026-11-15"))).toBe(0);
    expect(weekdayOf(day("1969-12-31"))).toBe(3);
  });

  it("is unchanged after adding and subtracting the same number of days", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5_000, max: 5_000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(addDays(addDays(date, days), -days)).toBe(date);
      }),
      runs,
    );
  });

  it("keeps its day of the month when months are added, clamped to the end of a shorter month only", () => {
    const start = day("2026-01-31");
    expect([1, 2, 3, 13, 25].map((months) => addMonths(start, months))).toEqual([
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2027-02-28",
      "2028-02-29",
    ]);
    expect(addMonths(day("2026-03-31"), -1)).toBe("2026-02-28");
    expect(addMonths(day("2026-01-15"), -13)).toBe("2024-12-15");
    expect(inMonth(2027, 2, 31)).toBe("2027-02-28");
    expect([2024, 2026, 2100, 2000].map((year) => daysInMonth(year, 2))).toEqual([29, 28, 28, 29]);
    expect(calendarMonthsBetween(day("2026-05-15"), day("2027-01-15"))).toBe(8);
  });
});

describe("Fed holidays", () => {
  it("2026: the ten closings; July 4 is a Saturday and July 3 stays open", () => {
    expect(fedHolidays(2026)).toEqual(vectors.holidays[2026]);
    expect(isBankingDay(day("2026-07-03"))).toBe(true);
  });

  it("2027: the nine closings; June 19 and Christmas are Saturdays, July 4 moves to Monday", () => {
    expect(fedHolidays(2027)).toEqual(vectors.holidays[2027]);
    expect(isBankingDay(day("2027-12-24"))).toBe(true);
    expect(isBankingDay(day("2027-07-05"))).toBe(false);
  });

  it("2024 to 2040: nine to eleven a year, all on weekdays and within their year", () => {
    for (let year = 2024; year <= 2040; year++) {
      const holidays = fedHolidays(year);
      expect(holidays.length).toBeGreaterThanOrEqual(9);
      expect(holidays.length).toBeLessThanOrEqual(11);
      expect([...holidays].sort()).toEqual(holidays);
      for (const holiday of holidays) {
        expect(holiday.startsWith(`${year}-`)).toBe(true);
        expect([1, 2, 3, 4, 5]).toContain(weekdayOf(holiday));
      }
    }
  });
});

describe("banking days", () => {
  it("roll forward to the next open day and count both ways", () => {
    expect(bankingDayOnOrAfter(day("2026-02-15"))).toBe("2026-02-17");
    expect(addBankingDays(day("2026-11-30"), -2)).toBe("2026-11-25");
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 30 }), (date, days) => {
        const open = bankingDayOnOrAfter(date);
        expect(isBankingDay(addBankingDays(date, days))).toBe(true);
        expect(addBankingDays(addBankingDays(open, days), -days)).toBe(open);
      }),
      runs,
    );
  });

  it("are the same on all 3,288 days from 2024 to 2032 in four time zones", () => {
    const zones = ["America/Los_Angeles", "UTC", "Asia/Kolkata", "Pacific/Kiritimati"];
    const seen = zones.map((TZ) =>
      execFileSync(process.execPath, [path.join(import.meta.dirname, "every-day.fixture.ts")], {
        env: { ...process.env, TZ },
        encoding: "utf8",
        timeout: 120_000,
      }),
    );
    expect(JSON.parse(seen[0] ?? "")).toMatchObject({ days: 3_288 });
    expect(new Set(seen.map((text) => JSON.parse(text).hash)).size).toBe(1);
    expect(new Set(seen.map((text) => JSON.parse(text).localHours)).size).toBe(4);
  });
});

describe("New York time", () => {
  const shown = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "America/New_York",
    dateStyle: "short",
    timeStyle: "short",
  });

  it("agrees with the tz database at any moment from 2024 to 2040", () => {
    const from = Date.UTC(2024, 0, 1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6_209 * 1_440 }), (minutes) => {
        const instant = new Date(from + minutes * 60_000);
        const { date, minutes: passed } = easternTime(instant);
        const clockText = `${String(Math.floor(passed / 60)).padStart(2, "0")}:${String(passed % 60).padStart(2, "0")}`;
        expect(`${date} ${clockText}`).toBe(shown.format(instant));
      }),
      runs,
    );
  });

  it("changes at the hour in March and November", () => {
    const at = (text: string) => easternTime(new Date(text));
    expect(at("2026-03-08T06:59:00Z")).toEqual({ date: "2026-03-08", minutes: clock(1, 59) });
    expect(at("2026-03-08T07:00:00Z")).toEqual({ date: "2026-03-08", minutes: clock(3, 0) });
    expect(at("2026-11-01T05:59:00Z")).toEqual({ date: "2026-11-01", minutes: clock(1, 59) });
    expect(at("2026-11-01T06:00:00Z")).toEqual({ date: "2026-11-01", minutes: clock(1, 0) });
  });

  it("converts back to the same instant", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 180, max: 1_439 }), (date, minutes) => {
        expect(easternTime(easternInstant(date, minutes))).toEqual({ date, minutes });
      }),
      runs,
    );
  });
});

describe("ACH timeline", () => {
  for (const { submitBeforeCutoff, settlementDate, successAt } of vectors.ach) {
    it(`submitted ${submitBeforeCutoff} before the cut-off settles ${settlementDate} and succeeds ${successAt}`, () => {
      const lastMinute = easternInstant(day(submitBeforeCutoff), clock(17, 59));
      expect(standardAch(lastMinute)).toEqual({ settlesOn: settlementDate, succeedsOn: successAt });
      expect(standardDeadline(day(settlementDate))).toEqual(easternInstant(day(submitBeforeCutoff), clock(18, 0)));
    });
  }

  it("moves an entry at the cut-off, on a weekend or on a holiday to the next night's file", () => {
    const settles = (date: string, minutes: number) => standardAch(easternInstant(day(date), minutes)).settlesOn;
    expect(settles("2026-11-24", clock(18, 0))).toBe("2026-11-27");
    expect(settles("2026-11-21", clock(9, 0))).toBe("2026-11-24");
    expect(settles("2026-11-26", clock(9, 0))).toBe("2026-11-30");
  });

  it("has three same-day windows at 9:30, 13:45 and 15:45 in New York, and none on a closed day", () => {
    const settlesAt = (date: string, minutes: number) => {
      const found = sameDayAch(easternInstant(day(date), minutes), cents(100));
      return found && easternTime(found.settlesAt).minutes;
    };
    expect(settlesAt("2026-11-16", clock(9, 29))).toBe(clock(13, 0));
    expect(settlesAt("2026-11-16", clock(9, 30))).toBe(clock(17, 0));
    expect(settlesAt("2026-11-16", clock(15, 44))).toBe(clock(18, 0));
    expect(settlesAt("2026-11-16", clock(15, 45))).toBeNull();
    expect(settlesAt("2026-11-15", clock(9, 0))).toBeNull();
    const early = easternInstant(day("2026-11-16"), clock(8, 0));
    expect(sameDayAch(early, cents(100))).toMatchObject(timelineFrom(day("2026-11-16")));
  });

  it("has no same-day window for an entry over one million dollars", () => {
    const early = easternInstant(day("2026-11-16"), clock(8, 0));
    expect(sameDayAch(early, cents(100_000_000))).not.toBeNull();
    expect(sameDayAch(early, cents(100_000_001))).toBeNull();
  });

  it("checks the balance at 15:00 in New York on the banking day before", () => {
    expect(preDebitCheckAt(day("2026-11-30")).toISOString()).toBe("2026-11-27T20:00:00.000Z");
    expect(preDebitCheckAt(day("2026-07-07")).toISOString()).toBe("2026-07-06T19:00:00.000Z");
  });

  it("delivers funds when a standard entry settles, and never promises the same day", () => {
    const arrives = (date: string, minutes: number) => estimatedArrivalOn(easternInstant(day(date), minutes));
    expect(arrives("2026-11-16", clock(9, 0))).toBe("2026-11-17");
    expect(arrives("2026-11-16", clock(17, 59))).toBe("2026-11-17");
    expect(arrives("2026-11-16", clock(18, 0))).toBe("2026-11-18");
    expect(arrives("2026-11-25", clock(14, 0))).toBe("2026-11-27");
    expect(arrives("2026-11-21", clock(9, 0))).toBe("2026-11-24");
  });
});

describe("settlement estimate", () => {
  for (const { submitted, dow, spec, bankDays2 } of vectors.settle) {
    it(`${submitted} (${dow}): ${spec} by weekday, ${bankDays2} by banking days`, () => {
      expect(weekdaySettlementEstimate(day(submitted))).toBe(spec);
      expect(settlementEstimate(day(submitted))).toBe(bankDays2);
    });
  }

  it("is the same by weekday and by banking days when no holiday is near", () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        const span = [0, 1, 2, 3, 4].map((days) => addDays(date, days));
        fc.pre(!span.some((near) => fedHolidays(Number(near.slice(0, 4))).includes(near)));
        expect(weekdaySettlementEstimate(date)).toBe(settlementEstimate(date));
      }),
      runs,
    );
  });
});

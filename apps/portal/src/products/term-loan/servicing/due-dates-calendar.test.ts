import type { LoanScheduleRow } from "@inlay/contracts/servicing/term-loan.ts";
import { describe, expect, it } from "vitest";
import { dueDatesCalendar } from "./due-dates-calendar.ts";

const row = (number: number, dueOn: string, takenOn: string | null, status: LoanScheduleRow["status"]) =>
  ({ obligationId: `row-${number}`, number, dueOn, takenOn, status }) as LoanScheduleRow;
const words = { name: "Term Loan", titleOf: () => "Term Loan: $4,584.00", stampedAt: new Date("2026-08-03T15:00:00Z") };

describe("calendar file of due dates", () => {
  it("has a day for each payment to come, on the banking day on which it is taken", () => {
    const file = dueDatesCalendar(
      [
        row(6, "2026-07-15", "2026-07-15", "PAID"),
        row(7, "2026-08-15", "2026-08-17", "-"),
        row(8, "2026-09-15", null, "LATE"),
      ],
      words,
    );
    expect(file).toBe(
      [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Inlay//Payments//EN",
        "X-WR-CALNAME:Term Loan",
        "BEGIN:VEVENT",
        "UID:row-7@inlay",
        "DTSTAMP:20260803T150000Z",
        "DTSTART;VALUE=DATE:20260817",
        "SUMMARY:Term Loan: $4\\,584.00",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "UID:row-8@inlay",
        "DTSTAMP:20260803T150000Z",
        "DTSTART;VALUE=DATE:20260915",
        "SUMMARY:Term Loan: $4\\,584.00",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
      ].join("\r\n"),
    );
  });

  it("folds lines of more than 75 bytes and divides no character", () => {
    const name = "ñ".repeat(60);
    const lines = dueDatesCalendar([], { ...words, name }).split("\r\n");
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(lines.join("").replaceAll(" ", "")).toContain(name);
  });
});

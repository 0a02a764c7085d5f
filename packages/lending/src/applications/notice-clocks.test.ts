import { describe, expect, it } from "vitest";
import { noticeDeadline } from "./notice-clocks.ts";

const day = (n: number) => new Date(Date.UTC(2026, 10, n, 15));

describe("notice clock", () => {
  it.each([
    ["COMPLETE_APPLICATION", 30, 25],
    ["DENIAL", 7, 5],
    ["COUNTER_OFFER", 7, 5],
    ["INCOMPLETE", 30, 28],
  ] as const)("%s is due after %i days, with an alarm after %i", (kind, due, alarm) => {
    expect(noticeDeadline(kind, day(1))).toEqual({ dueAt: day(1 + due), alarmAt: day(1 + alarm) });
  });
});

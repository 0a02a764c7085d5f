import { expect, it } from "vitest";
import { reminderAfter } from "./reminder-days.ts";

it("reminders follow a question after 2, 5 and 10 days, and end on day 14", () => {
  const days = [0, 1, 2, 4, 5, 9, 10, 13, 14, 30];
  const expected = [2, 2, 5, 5, 10, 10, 14, 14, null, null];
  expect(days.map((day) => reminderAfter("CO_OWNER", day))).toEqual(expected);
  expect(days.map((day) => reminderAfter("ACCOUNTANT", day))).toEqual(expected);
});

it("an owner who stopped before consent is reminded on day 2 only", () => {
  expect([0, 1, 2, 3, 30].map((day) => reminderAfter("OWNER", day))).toEqual([2, 2, null, null, null]);
});

import { expect, it } from "vitest";
import { reminderAfter } from "./reminder-days.ts";

it("reminders follow a question after 2, 5 and 10 days, and end on day 14", () => {
  expect([0, 1, 2, 4, 5, 9, 10, 13, 14, 30].map(reminderAfter)).toEqual([2, 2, 5, 5, 10, 10, 14, 14, null, null]);
});

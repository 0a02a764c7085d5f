import { expect, it } from "vitest";
import { paymentsInMonth } from "./payments-in-month.ts";

it("the payments of a month are the unpaid ones that fall due in it", () => {
  const payments = [
    { dueOn: "2026-08-10", unpaidCents: 93_333 },
    { dueOn: "2026-08-22", unpaidCents: 149_333 },
    { dueOn: "2026-08-30", unpaidCents: 0 },
    { dueOn: "2026-09-10", unpaidCents: 93_333 },
  ];
  expect(paymentsInMonth(payments, "2026-08-03")).toEqual([93_333, 149_333]);
  expect(paymentsInMonth(payments, "2025-08-03")).toEqual([]);
});

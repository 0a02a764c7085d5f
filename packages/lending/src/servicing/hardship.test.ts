import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import type { ItemOrder } from "./collection.ts";
import { type PlannedItem, whyNotPutOff } from "./hardship.ts";

const order = (status: ItemOrder["status"], isClaimed = false): ItemOrder => ({
  id: "order",
  status,
  isClaimed,
  amountCents: cents(100),
  bankAccountId: null,
  effectiveOn: businessDate("2026-03-16"),
  timesMoved: 0,
  failureReason: null,
  isRetry: false,
  waitsForStaff: false,
  isArranged: false,
  isPart: false,
});
const item = (obligationId: string, dueOn: string, orders: ItemOrder[] = []): PlannedItem => ({
  obligationId,
  dueOn: businessDate(dueOn),
  orders,
});

/** Tuesday. The first payment is past due. */
const today = businessDate("2026-02-24");
const schedule = [item("first", "2026-02-15"), item("second", "2026-03-15"), item("third", "2026-04-15")];
const why = (
  plan: Record<string, string>,
  { items = schedule, loanStatus = "LATE" as "LATE" | "CURRENT" | "DEFAULTED" } = {},
) =>
  whyNotPutOff(
    items,
    Object.entries(plan).map(([obligationId, dueOn]) => ({ obligationId, dueOn: businessDate(dueOn) })),
    { loanStatus, today, earliest: businessDate("2026-02-25") },
  );

describe("plan for a business in hardship", () => {
  it.each([
    ["a payment past due", { first: "2026-02-25" }],
    ["a payment that is to come", { second: "2026-03-30" }],
    ["several, behind each other", { first: "2026-04-14", second: "2026-05-14", third: "2026-06-15" }],
    ["the last one, by 180 days", { third: "2026-08-21" }],
  ])("puts off %s", (_, plan) => {
    expect(why(plan as Record<string, string>)).toBeNull();
  });

  it.each([
    ["before the next file", { first: "2026-02-24" }],
    ["on a weekend", { first: "2026-02-28" }],
    ["on a bank holiday", { third: "2026-05-25" }],
    ["earlier than before", { second: "2026-03-13" }],
    ["on the same day as before", { third: "2026-04-15" }],
    ["into the week of the next payment", { first: "2026-03-10" }],
    ["behind the next payment", { first: "2026-03-17" }],
    ["by more than 180 days", { third: "2026-08-24" }],
    ["two into one week", { second: "2026-04-21", third: "2026-04-22" }],
  ])("puts nothing off %s", (_, plan) => {
    expect(why(plan as Record<string, string>)).toBe("DAY_INVALID");
  });

  it("is not made for a product in default, another product's payment, or while a debit is on its way", () => {
    expect(why({ first: "2026-02-25" }, { loanStatus: "DEFAULTED" })).toBe("PRODUCT_NOT_OPEN");
    expect(why({ other: "2026-02-25" })).toBe("UNKNOWN_PAYMENT");
    const sent = [item("first", "2026-02-15", [order("SCHEDULED", true)]), ...schedule.slice(1)];
    expect(why({ first: "2026-02-25" }, { items: sent })).toBe("PAYMENT_PENDING");
    expect(why({ second: "2026-03-30" }, { items: sent })).toBeNull();
  });
});

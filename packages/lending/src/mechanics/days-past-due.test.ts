import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { paymentOrderLifecycle } from "../payments/payment-order.ts";
import { daysPastDue } from "./days-past-due.ts";

const today = businessDate("2026-11-16");

describe("days past due", () => {
  const item = (
    days: number,
    orderStatus: Parameters<typeof daysPastDue>[0][number]["orderStatus"],
    isPaid = false,
  ) => ({
    dueOn: addDays(today, -days),
    orderStatus,
    isPaid,
  });

  it("count from the oldest item that is neither paid nor in flight", () => {
    expect(daysPastDue([item(40, "SUCCESSFUL_PAYMENT", true), item(10, "FAILED_PAYMENT"), item(3, null)], today)).toBe(
      10,
    );
    expect(daysPastDue([item(10, "SUBMITTED"), item(3, "SCHEDULED")], today)).toBe(3);
  });

  it("are zero when nothing is due yet, and when there are no items", () => {
    expect(daysPastDue([], today)).toBe(0);
    expect(daysPastDue([item(-10, "SCHEDULED"), item(0, "SCHEDULED")], today)).toBe(0);
  });

  it("do not count while the outcome of a payment is unknown", () => {
    const stopping = paymentOrderLifecycle.states.filter((status) => daysPastDue([item(9, status)], today) === 0);
    expect(stopping).toEqual(["PAYMENT_PROCESSOR_OUTAGE", "SUBMITTED", "UNEXPECTED_ERROR"]);
  });

  it("return to the old count when a payment that had cured them is returned", () => {
    expect(daysPastDue([item(9, "SUCCESSFUL_PAYMENT", true)], today)).toBe(0);
    expect(daysPastDue([item(9, "FAILED_PAYMENT")], today)).toBe(9);
  });
});

import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { paymentOrderLifecycle } from "../payments/payment-order.ts";
import { issuedProductLifecycle } from "./issued-product.ts";
import { type PayableOff, whyNotPayOff, whyNotPayOffAtAll } from "./why-not-pay-off.ts";

const on = businessDate;
const loan: PayableOff = {
  loanStatus: "CURRENT",
  isPayoffScheduled: false,
  orders: ["SCHEDULED"],
  nextPaymentOn: on("2026-11-15"),
};
const why = (change: Partial<PayableOff>, today = "2026-11-02") => whyNotPayOffAtAll({ ...loan, ...change }, on(today));

describe("paying off a loan", () => {
  it.each([
    ["2026-11-01", null],
    ["2026-11-10", null],
    ["2026-11-11", null],
    ["2026-11-12", "PAYOFF_PAYMENT_DUE_SOON"],
    ["2026-11-15", "PAYOFF_PAYMENT_DUE_SOON"],
    ["2026-11-16", "PAYOFF_NEEDS_SUPPORT"],
  ] as const)("on %s with the next payment on 2026-11-15: %s", (today, refusal) => {
    expect(why({}, today)).toBe(refusal);
  });

  it.each([
    ["CURRENT", null],
    ["LATE", "PAYOFF_NEEDS_SUPPORT"],
    ["DEFAULTED", "PAYOFF_NEEDS_SUPPORT"],
    ["REFINANCED", "PAYOFF_NOTHING_OUTSTANDING"],
    ["FULLY_PAID", "PAYOFF_NOTHING_OUTSTANDING"],
    ["CLOSED", "PAYOFF_NOTHING_OUTSTANDING"],
  ] as const)("that is %s: %s", (loanStatus, refusal) => expect(why({ loanStatus })).toBe(refusal));

  it("is refused while the outcome of a payment is unknown", () => {
    const blocking = paymentOrderLifecycle.states.filter((status) => why({ orders: ["SCHEDULED", status] }) !== null);
    expect(blocking).toEqual(["PAYMENT_PROCESSOR_OUTAGE", "SUBMITTED", "UNEXPECTED_ERROR"]);
    expect(why({ orders: ["SUBMITTED"] })).toBe("PAYOFF_PAYMENT_PENDING");
  });

  it("is not scheduled twice, and not when nothing is left to pay", () => {
    expect(why({ isPayoffScheduled: true })).toBe("PAYOFF_ALREADY_SCHEDULED");
    expect(why({ nextPaymentOn: null })).toBe("PAYOFF_NOTHING_OUTSTANDING");
  });

  it("is refused for the first of several reasons", () => {
    const pending = { orders: ["SUBMITTED"] } as const;
    const scheduled = { ...pending, isPayoffScheduled: true };
    expect(why(pending, "2026-11-14")).toBe("PAYOFF_PAYMENT_PENDING");
    expect(why(scheduled, "2026-11-14")).toBe("PAYOFF_ALREADY_SCHEDULED");
    expect(why({ ...scheduled, loanStatus: "LATE" }, "2026-11-14")).toBe("PAYOFF_NEEDS_SUPPORT");
  });

  it.each([
    ["2026-11-02", "2026-11-15", "2026-11-01", "PAYOFF_DATE_INVALID"],
    ["2026-11-02", "2026-11-15", "2026-11-02", null],
    ["2026-11-02", "2026-11-15", "2026-11-11", null],
    ["2026-11-02", "2026-11-15", "2026-11-12", null],
    ["2026-11-02", "2026-11-15", "2026-11-13", "PAYOFF_DATE_INVALID"],
    ["2026-11-20", "2026-12-01", "2026-11-26", null],
    ["2026-11-20", "2026-12-01", "2026-11-28", "PAYOFF_DATE_INVALID"],
    ["2026-12-01", "2027-01-01", "2026-12-29", null],
  ] as const)("on %s with the next payment on %s, for %s: %s", (today, next, requested, refusal) => {
    expect(whyNotPayOff({ ...loan, nextPaymentOn: on(next) }, on(requested), on(today))).toBe(refusal);
  });

  it("is refused for the loan before it is refused for the day", () => {
    const late = { ...loan, loanStatus: "LATE" } as const;
    expect(whyNotPayOff(late, on("2026-11-01"), on("2026-11-02"))).toBe("PAYOFF_NEEDS_SUPPORT");
    const done = { ...loan, nextPaymentOn: null };
    expect(whyNotPayOff(done, on("2026-11-01"), on("2026-11-02"))).toBe("PAYOFF_NOTHING_OUTSTANDING");
  });

  it("is possible only for a loan that is CURRENT", () => {
    expect(issuedProductLifecycle.states.filter((loanStatus) => why({ loanStatus }) === null)).toEqual(["CURRENT"]);
  });
});

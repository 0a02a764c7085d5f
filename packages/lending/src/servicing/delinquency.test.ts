import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { paymentOrderLifecycle } from "../payments/payment-order.ts";
import { productTypes } from "../products/product-type.ts";
import { type DelinquencyCode, daysPastDue, delinquencyOn, isLate } from "./delinquency.ts";
import { advanceBreaches, whyNotDefault } from "./why-not-default.ts";

const today = businessDate("2026-11-16");

describe("delinquency", () => {
  const rows: readonly [
    day: number,
    loan: DelinquencyCode[],
    invoice: DelinquencyCode[],
    advance: DelinquencyCode[],
  ][] = [
    [0, ["DUE"], ["DUE"], ["DUE"]],
    [1, ["GRACE"], ["GRACE"], []],
    [5, [], [], []],
    [6, ["LATE"], ["LATE"], ["LATE"]],
    [15, ["STAFF_CONTACT"], ["STAFF_CONTACT"], ["RECONCILIATION_OFFERED"]],
    [
      30,
      ["STAFF_CONTACT", "WATCH_LIST"],
      ["STAFF_CONTACT", "DEFAULT_NOTICE"],
      ["RECONCILIATION_OFFERED", "BREACH_REVIEW"],
    ],
    [60, [], [], []],
    [61, [], ["DEFAULTED"], []],
    [90, [], [], []],
    [91, ["DEFAULTED"], [], []],
    [120, ["CHARGE_OFF_PROPOSED"], ["CHARGED_OFF"], []],
    [180, ["CHARGED_OFF"], [], ["CHARGED_OFF"]],
  ];
  it.each(rows)(
    "on day %i starts %j for a loan, %j for an invoice, %j for an advance",
    (day, loan, invoice, advance) => {
      expect(delinquencyOn("TERM_LOAN", day)).toEqual(loan);
      expect(delinquencyOn("LOC_TERM_LOAN", day)).toEqual(loan);
      expect(delinquencyOn("FAST_PAY", day)).toEqual(invoice);
      expect(delinquencyOn("EXTEND_PAY_PURCHASE_ORDER", day)).toEqual(invoice);
      expect(delinquencyOn("MCA", day)).toEqual(advance);
      expect(delinquencyOn("INTEGRATED_MCA", day)).toEqual(advance);
    },
  );

  it("makes a row late after more than five days, on the day of the LATE step", () => {
    for (let days = -3; days < 40; days++) expect(isLate(addDays(today, -days), today)).toBe(days >= 6);
  });
});

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

describe("default", () => {
  it.each([
    ["TERM_LOAN", 90, "NOT_LONG_ENOUGH_PAST_DUE"],
    ["TERM_LOAN", 91, null],
    ["LOC_TERM_LOAN", 90, "NOT_LONG_ENOUGH_PAST_DUE"],
    ["LOC_TERM_LOAN", 91, null],
    ["FAST_PAY", 60, "NOT_LONG_ENOUGH_PAST_DUE"],
    ["FAST_PAY", 61, null],
    ["EXTEND_PAY_PURCHASE_ORDER", 60, "NOT_LONG_ENOUGH_PAST_DUE"],
    ["EXTEND_PAY_PURCHASE_ORDER", 61, null],
    ["MCA", 1000, "NO_BREACH"],
    ["INTEGRATED_MCA", 1000, "NO_BREACH"],
  ] as const)("of %s at %i days: %s", (product, days, refusal) =>
    expect(whyNotDefault(product, days, null)).toBe(refusal),
  );

  it("follows from a breach for an advance, and for no other product", () => {
    for (const breach of advanceBreaches)
      for (const product of productTypes)
        expect(whyNotDefault(product, 0, breach)).toBe(product.endsWith("MCA") ? null : "NOT_LONG_ENOUGH_PAST_DUE");
  });
});

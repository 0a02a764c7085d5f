import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { isLate } from "../mechanics/days-past-due.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import { type DelinquencyCode, delinquency, delinquencyFamilies } from "./delinquency.ts";
import { advanceBreaches, whyNotDefault } from "./why-not-default.ts";

const today = businessDate("2026-11-16");
const delinquencyOn = (product: ProductType, day: number) =>
  delinquency[delinquencyFamilies[product]].filter(({ fromDays }) => fromDays === day).map(({ code }) => code);

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

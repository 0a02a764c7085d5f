import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import type { InvoiceLine, InvoiceToSubmit } from "../../mechanics/invoices/why-not-submit.ts";
import { cents } from "../../money/cents.ts";
import { earliestBillDueOn, whyNotSubmitBill } from "./why-not-submit-bill.ts";

const today = businessDate("2026-11-14");
const line: InvoiceLine = { loanStatus: "CURRENT", availableCents: cents(5_000_000) };
const bill: InvoiceToSubmit = {
  planDays: 30,
  amountCents: cents(1_000_000),
  requestedCents: cents(1_000_000),
  issuedOn: businessDate("2026-11-01"),
  dueOn: businessDate("2026-12-31"),
  isUpload: true,
  isFullyPayable: false,
  isPlatformInvoiceIdTaken: false,
};
const why = (change: Partial<InvoiceToSubmit>, lineChange: Partial<InvoiceLine> = {}) =>
  whyNotSubmitBill({ ...line, ...lineChange }, { ...bill, ...change }, today);

describe("bill submission", () => {
  it("is financed in part when the available limit is too small", () => {
    expect(why({}, { availableCents: cents(1) })).toBeNull();
  });

  it("requires no issue date", () => expect(why({ issuedOn: null })).toBeNull());

  it("accepts a plan that is longer than the time to the due date", () => expect(why({ planDays: 90 })).toBeNull());

  it.each([
    ["2026-11-08", "INVALID_INVOICE_DUE_DATE"],
    ["2026-11-09", null],
  ] as const)("of a bill due %s, on 2026-11-14: %s", (dueOn, refusal) => {
    expect(why({ dueOn: businessDate(dueOn), issuedOn: null, planDays: 1 })).toBe(refusal);
    expect(dueOn >= earliestBillDueOn(today)).toBe(refusal === null);
  });
});

describe("bill that must be paid in full", () => {
  const whole = { isFullyPayable: true };

  it("AP-2b: is refused when the available limit is too small", () => {
    const larger = { ...whole, amountCents: cents(1_250_000), requestedCents: cents(1_250_000) };
    expect(why(larger, { availableCents: cents(1_000_000) })).toBe("PARTIAL_FINANCE_REFUSED");
    expect(why(larger, { availableCents: cents(1_250_000) })).toBeNull();
  });

  it("is refused when only a part is requested", () => {
    expect(why({ ...whole, requestedCents: cents(999_999) })).toBe("PARTIAL_FINANCE_REFUSED");
    expect(why(whole)).toBeNull();
  });
});

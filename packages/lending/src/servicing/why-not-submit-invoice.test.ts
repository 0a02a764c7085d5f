import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import { issuedProductLifecycle } from "./issued-product.ts";
import {
  earliestInvoiceDueOn,
  type InvoiceLine,
  type InvoiceToSubmit,
  type SubmitInvoiceRefusal,
  whyNotSubmitInvoice,
  whyNotSubmitInvoiceAtAll,
} from "./why-not-submit-invoice.ts";

const today = businessDate("2026-11-14");
const line: InvoiceLine = { productType: "FAST_PAY", loanStatus: "CURRENT", availableCents: cents(5_000_000) };
const billLine: InvoiceLine = { ...line, productType: "EXTEND_PAY_PURCHASE_ORDER" };
const invoice: InvoiceToSubmit = {
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
  whyNotSubmitInvoice({ ...line, ...lineChange }, { ...invoice, ...change }, today);
const whyBill = (change: Partial<InvoiceToSubmit>, lineChange: Partial<InvoiceLine> = {}) =>
  whyNotSubmitInvoice({ ...billLine, ...lineChange }, { ...invoice, ...change }, today);

/** In the order in which they are checked. */
const obstacles: readonly [SubmitInvoiceRefusal, Partial<InvoiceToSubmit>][] = [
  ["PLAN_NOT_AVAILABLE", { planDays: null }],
  ["AMOUNT_TOO_SMALL", { amountCents: cents(99) }],
  ["AMOUNT_TOO_SMALL", { requestedCents: cents(99) }],
  ["OVER_INVOICE_AMOUNT", { requestedCents: cents(1_000_001) }],
  ["INVOICE_ISSUE_DATE_REQUIRED", { issuedOn: null }],
  ["INVOICE_DUE_BEFORE_ISSUE", { issuedOn: businessDate("2026-12-31") }],
  ["INVALID_INVOICE_DUE_DATE", { dueOn: addDays(today, 6) }],
  ["PLAN_TOO_LONG", { planDays: 48 }],
  ["PLATFORM_INVOICE_ID_TAKEN", { isPlatformInvoiceIdTaken: true }],
];

describe("invoice submission", () => {
  it("is accepted on a current line with an available limit", () => expect(why({})).toBeNull());

  it.each(obstacles)("is refused with %s for %j", (refusal, change) => expect(why(change)).toBe(refusal));

  it("is refused for the line before any reason of the invoice", () => {
    for (const [, change] of obstacles) {
      expect(why(change, { loanStatus: "LATE", availableCents: cents(0) })).toBe("PRODUCT_NOT_CURRENT");
      expect(why(change, { availableCents: cents(0) })).toBe("NO_AVAILABLE_BALANCE");
    }
    expect(whyNotSubmitInvoiceAtAll({ ...line, availableCents: cents(0) })).toBe("NO_AVAILABLE_BALANCE");
    expect(whyNotSubmitInvoiceAtAll(line)).toBeNull();
  });

  it("is refused for the first of several reasons", () => {
    const refusals = [
      "PLAN_NOT_AVAILABLE",
      "OVER_INVOICE_AMOUNT",
      "INVALID_INVOICE_DUE_DATE",
      "PLATFORM_INVOICE_ID_TAKEN",
    ];
    refusals.forEach((refusal, at) => {
      const open = obstacles.filter(([name]) => refusals.slice(at).includes(name)).map(([, change]) => change);
      expect(why(Object.assign({}, ...open))).toBe(refusal);
    });
  });

  it("requires a product that is CURRENT", () => {
    const open = issuedProductLifecycle.states.filter((loanStatus) => why({}, { loanStatus }) === null);
    expect(open).toEqual(["CURRENT"]);
  });

  it("accepts an invoice of one dollar", () => {
    expect(why({ amountCents: cents(100), requestedCents: cents(100) })).toBeNull();
  });

  it("finances a part when the available limit is too small", () => {
    expect(why({}, { availableCents: cents(1) })).toBeNull();
    expect(whyBill({}, { availableCents: cents(1) })).toBeNull();
  });

  it("requires an issue date for an upload, but not from a session", () => {
    expect(why({ issuedOn: null, isUpload: false })).toBeNull();
    expect(whyBill({ issuedOn: null })).toBeNull();
  });

  it("accepts a plan that is as long as the time to the due date", () => {
    expect(why({ planDays: 47 })).toBeNull();
    expect(whyBill({ planDays: 90 })).toBeNull();
  });

  it.each([
    ["FAST_PAY", "2026-11-20", "INVALID_INVOICE_DUE_DATE"],
    ["FAST_PAY", "2026-11-21", null],
    ["EXTEND_PAY_PURCHASE_ORDER", "2026-11-08", "INVALID_INVOICE_DUE_DATE"],
    ["EXTEND_PAY_PURCHASE_ORDER", "2026-11-09", null],
  ] as const)("of %s due %s, on 2026-11-14: %s", (productType, dueOn, refusal) => {
    expect(why({ dueOn: businessDate(dueOn), planDays: 1 }, { productType })).toBe(refusal);
    expect(dueOn >= earliestInvoiceDueOn(productType, today)).toBe(refusal === null);
  });
});

describe("bill that must be paid in full", () => {
  const whole = { isFullyPayable: true };

  it("AP-2b: is refused when the available limit is too small", () => {
    const bill = { ...whole, amountCents: cents(1_250_000), requestedCents: cents(1_250_000) };
    expect(whyBill(bill, { availableCents: cents(1_000_000) })).toBe("PARTIAL_FINANCE_REFUSED");
    expect(whyBill(bill, { availableCents: cents(1_250_000) })).toBeNull();
  });

  it("is refused when only a part is requested", () => {
    expect(whyBill({ ...whole, requestedCents: cents(999_999) })).toBe("PARTIAL_FINANCE_REFUSED");
    expect(whyBill(whole)).toBeNull();
  });
});

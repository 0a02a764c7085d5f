import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import {
  type InvoiceLine,
  type InvoiceToSubmit,
  type SubmitInvoiceRefusal,
  whyNotSubmitAtAll,
} from "../../mechanics/invoices/why-not-submit.ts";
import { issuedProductLifecycle } from "../../mechanics/issued-product.ts";
import { cents } from "../../money/cents.ts";
import { earliestInvoiceDueOn, whyNotSubmitInvoice } from "./why-not-submit-invoice.ts";

const today = businessDate("2026-11-14");
const line: InvoiceLine = { loanStatus: "CURRENT", availableCents: cents(5_000_000) };
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

/** In the order in which they are checked. */
const obstacles: readonly [SubmitInvoiceRefusal, Partial<InvoiceToSubmit>][] = [
  ["PLAN_NOT_AVAILABLE", { planDays: null }],
  ["INVOICE_AMOUNT_TOO_SMALL", { amountCents: cents(99) }],
  ["INVOICE_AMOUNT_TOO_SMALL", { requestedCents: cents(99) }],
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
    expect(whyNotSubmitAtAll({ ...line, availableCents: cents(0) })).toBe("NO_AVAILABLE_BALANCE");
    expect(whyNotSubmitAtAll(line)).toBeNull();
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
    expect(why({ isFullyPayable: true }, { availableCents: cents(1) })).toBeNull();
  });

  it("requires an issue date for an upload, but not from a session", () => {
    expect(why({ issuedOn: null, isUpload: false })).toBeNull();
  });

  it("accepts a plan that is as long as the time to the due date", () => expect(why({ planDays: 47 })).toBeNull());

  it.each([
    ["2026-11-20", "INVALID_INVOICE_DUE_DATE"],
    ["2026-11-21", null],
  ] as const)("of an invoice due %s, on 2026-11-14: %s", (dueOn, refusal) => {
    expect(why({ dueOn: businessDate(dueOn), planDays: 1 })).toBe(refusal);
    expect(dueOn >= earliestInvoiceDueOn(today)).toBe(refusal === null);
  });
});

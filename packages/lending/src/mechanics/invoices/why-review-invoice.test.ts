import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import { type InvoiceReading, whyReviewInvoice } from "./why-review-invoice.ts";

const issuedOn = businessDate("2026-11-01");
const dueOn = businessDate("2026-12-31");
const typed = { amountCents: cents(1_000_000), issuedOn, dueOn };
const reading: InvoiceReading = {
  responseStatus: "SUCCESS",
  currency: "USD",
  isPayorKnown: true,
  isDuplicate: false,
  ...typed,
};
const why = (change: Partial<InvoiceReading>) => whyReviewInvoice({ ...reading, ...change }, typed);

describe("review of a parsed invoice", () => {
  it.each([
    [null, {}],
    [null, { amountCents: cents(1_000_001) }],
    [null, { amountCents: cents(999_999) }],
    ["AMOUNT_DIFFERS", { amountCents: cents(1_000_002) }],
    ["AMOUNT_DIFFERS", { amountCents: cents(999_998) }],
    ["DATE_DIFFERS", { dueOn: addDays(dueOn, 1) }],
    ["DATE_DIFFERS", { issuedOn: addDays(issuedOn, -1) }],
    ["DATE_DIFFERS", { issuedOn: null }],
    ["NOT_US_DOLLARS", { currency: "CAD" }],
    ["NOT_US_DOLLARS", { currency: null }],
    ["PAYOR_UNKNOWN", { isPayorKnown: false }],
    ["DUPLICATE", { isDuplicate: true }],
    ["NOT_READ", { responseStatus: "FAIL" }],
    ["NOT_READ", { responseStatus: "TIMEOUT" }],
    ["NOT_READ", { responseStatus: "FILE_TOO_LARGE" }],
    ["NOT_READ", { amountCents: null }],
    ["NOT_READ", { dueOn: null }],
  ] as const)("has the reason %s for %j", (reason, change) => expect(why(change)).toBe(reason));

  it("ignores the issue date when none was entered", () => {
    expect(whyReviewInvoice({ ...reading, issuedOn: null }, { ...typed, issuedOn: null })).toBeNull();
  });
});

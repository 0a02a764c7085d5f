import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import { type DrawToFund, type InvoiceReading, whyReviewDraw, whyReviewInvoice } from "./why-review.ts";

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

describe("review of a draw", () => {
  const today = businessDate("2026-11-16");
  const draw: DrawToFund = { amountCents: cents(2_500_000), isFreshBalanceSound: true, lastNsfOn: null };
  it.each([
    [null, {}],
    ["LARGE_AMOUNT", { amountCents: cents(2_500_001) }],
    ["BALANCE_NOT_SOUND", { isFreshBalanceSound: false }],
    ["RECENT_NSF", { lastNsfOn: addDays(today, -30) }],
    [null, { lastNsfOn: addDays(today, -31) }],
  ] as const)("has the reason %s for %j", (reason, change) => {
    expect(whyReviewDraw({ ...draw, ...change }, today)).toBe(reason);
  });
});

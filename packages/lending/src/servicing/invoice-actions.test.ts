import { describe, expect, it } from "vitest";
import { issuedProductLifecycle } from "../mechanics/issued-product.ts";
import { cents, noCents } from "../money/cents.ts";
import { type InvoiceActionFacts, whyNotUpload } from "./invoice-actions.ts";

const facts: InvoiceActionFacts = {
  loanStatus: "CURRENT",
  availableCents: cents(1),
  isSuspended: false,
  canUpload: true,
  hasPendingSessionInvoices: false,
};
const why = (change: Partial<InvoiceActionFacts> = {}) => whyNotUpload({ ...facts, ...change });

describe("Upload invoices", () => {
  it("is disabled when the available limit is 0", () => {
    expect(why()).toBeNull();
    expect(why({ availableCents: noCents })).toBe("LIMIT_USED");
  });

  it("is disabled when the status is LATE, DEFAULTED or CLOSED, and the status is the reason", () => {
    for (const availableCents of [cents(1), noCents]) {
      expect(why({ loanStatus: "LATE", availableCents })).toBe("LATE");
      expect(why({ loanStatus: "DEFAULTED", availableCents })).toBe("DEFAULTED");
      expect(why({ loanStatus: "CLOSED", availableCents })).toBe("CLOSED");
    }
  });

  it("is enabled in no other status than CURRENT, as the server accepts no invoice in another one", () => {
    expect(issuedProductLifecycle.states.filter((loanStatus) => why({ loanStatus }) === null)).toEqual(["CURRENT"]);
  });

  it("is disabled while new requests are paused", () => {
    expect(why({ isSuspended: true })).toBe("SUSPENDED");
  });
});

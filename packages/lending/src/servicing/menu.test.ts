import { describe, expect, it } from "vitest";
import { issuedProductLifecycle } from "../mechanics/issued-product.ts";
import { cents } from "../money/cents.ts";
import { closingSteps } from "../offers/closing.ts";
import { offerSteps } from "../offers/steps.ts";
import { productTypes } from "../products/product-type.ts";
import type { InvoiceActionFacts } from "./invoice-actions.ts";
import { type MenuFacts, type MenuProduct, servicingMenu } from "./menu.ts";

const loan: MenuProduct = { type: "TERM_LOAN", loanStatus: "CURRENT", hasRequestedPayoff: false, invoices: null };
const invoices: InvoiceActionFacts = {
  loanStatus: "CURRENT",
  availableCents: cents(3_860_000),
  isSuspended: false,
  canUpload: true,
  hasPendingSessionInvoices: false,
};
const ofInvoices = (change: Partial<InvoiceActionFacts> = {}) =>
  ofProduct({ type: "FAST_PAY", invoices: { ...invoices, ...change } });
const owner: MenuFacts = { isPrimaryOwner: true, offerStep: null, product: loan };
const menuOf = (change: Partial<MenuFacts>) => servicingMenu({ ...owner, ...change }).map(({ label }) => label);
const ofProduct = (change: Partial<MenuProduct>) => menuOf({ product: { ...loan, ...change } });

describe("servicing menu", () => {
  it("of a term loan: Payment history, Pay off loan, Agreements, All loans. Other entries: Bank accounts, Expired offers", () => {
    expect(menuOf({ offerStep: "OFFERS_EXPIRED" })).toEqual([
      "Payment history",
      "Pay off loan",
      "Loan statements",
      "Agreements",
      "All loans",
      "Bank accounts",
      "Emails",
      "Expired offers",
      "Apply for more",
    ]);
  });

  it("of a line of credit: Draw funds, Draw history, Pay off draw, Payment schedule, Agreements, All loans, plus Bank accounts", () => {
    expect(ofProduct({ type: "LOC_TERM_LOAN" })).toEqual([
      "Draw funds",
      "Draw history",
      "Pay off draw",
      "Payment schedule",
      "Loan statements",
      "Agreements",
      "All loans",
      "Bank accounts",
      "Emails",
      "Apply for more",
    ]);
    const others = productTypes.filter((type) => ofProduct({ type }).includes("Draw funds"));
    expect(others).toEqual(["LOC_TERM_LOAN"]);
  });

  it.each(issuedProductLifecycle.states)(
    "Pay off loan is hidden if the loan is not current or late: %s",
    (loanStatus) => {
      const isShown = loanStatus === "CURRENT" || loanStatus === "LATE";
      expect(ofProduct({ loanStatus }).includes("Pay off loan")).toBe(isShown);
    },
  );

  it("Pay off loan is hidden if early payoff is already requested", () => {
    for (const loanStatus of issuedProductLifecycle.states)
      expect(ofProduct({ loanStatus, hasRequestedPayoff: true })).not.toContain("Pay off loan");
  });

  it("Pay off loan is an entry of term loans only", () => {
    const payable = productTypes.filter((type) => ofProduct({ type }).includes("Pay off loan"));
    expect(payable).toEqual(["TERM_LOAN"]);
  });

  it("Payment history is an entry of term loans and advances", () => {
    const withPayments = productTypes.filter((type) => ofProduct({ type }).includes("Payment history"));
    expect(withPayments.toSorted()).toEqual(["INTEGRATED_MCA", "MCA", "TERM_LOAN"]);
  });

  it("of invoice financing: Upload invoices, Invoice history, Agreements, All loans, Bank accounts", () => {
    expect(ofInvoices()).toEqual([
      "Upload invoices",
      "Invoice history",
      "Loan statements",
      "Agreements",
      "All loans",
      "Bank accounts",
      "Emails",
      "Apply for more",
    ]);
  });

  it("Upload invoices is hidden when there are pending session invoices or uploads are not allowed", () => {
    expect(ofInvoices({ hasPendingSessionInvoices: true })).not.toContain("Upload invoices");
    expect(ofInvoices({ canUpload: false })).not.toContain("Upload invoices");
  });

  it("Confirm invoices is shown only with pending session invoices", () => {
    expect(ofInvoices()).not.toContain("Confirm invoices");
    expect(ofInvoices({ hasPendingSessionInvoices: true })).toContain("Confirm invoices");
    expect(ofProduct({})).not.toContain("Confirm invoices");
  });

  it("Bank accounts entry shows only to PRIMARY_OWNER", () => {
    expect(menuOf({})).toContain("Bank accounts");
    expect(menuOf({ isPrimaryOwner: false })).not.toContain("Bank accounts");
  });

  it("Apply for more entry shows only to PRIMARY_OWNER", () => {
    expect(menuOf({})).toContain("Apply for more");
    expect(menuOf({ isPrimaryOwner: false })).not.toContain("Apply for more");
  });

  it("Expired offers entry shows only to PRIMARY_OWNER and only when the offer step is OFFERS_EXPIRED or OFFER_REFRESH_PENDING", () => {
    const shownAt = (isPrimaryOwner: boolean) =>
      [null, ...offerSteps].filter((offerStep) => menuOf({ isPrimaryOwner, offerStep }).includes("Expired offers"));
    expect(shownAt(true)).toEqual(["OFFERS_EXPIRED", "OFFER_REFRESH_PENDING"]);
    expect(shownAt(false)).toEqual([]);
  });

  it("a link back to the offer flow depends on role and offer step", () => {
    const shownAt = (isPrimaryOwner: boolean) =>
      [null, ...offerSteps].filter((offerStep) => menuOf({ isPrimaryOwner, offerStep }).includes("New offers"));
    expect(shownAt(true)).toEqual(["DISPLAY_OFFERS", ...closingSteps, "OFFER_ACCEPTED"]);
    expect(shownAt(false)).toEqual([]);
  });

  it("of several products has only what concerns all of them", () => {
    expect(menuOf({ product: null, isPrimaryOwner: false })).toEqual([
      "Loan statements",
      "Agreements",
      "All loans",
      "Emails",
    ]);
  });
});

import type { ServicingHome } from "@inlay/contracts/servicing/home.ts";
import type { LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { describe, expect, it } from "vitest";
import { requestedPage } from "./requested-page.ts";

type Product = ServicingHome["products"][number];
const line = (id: string, loanStatus: LoanStatus = "CURRENT"): Product => ({
  id,
  productType: "LOC_TERM_LOAN",
  loanStatus,
  createdAt: "2026-01-14T12:00:00.000Z",
  alert: null,
  headline: { kind: "REMAINING_LIMIT", amountCents: 0 },
  progress: null,
  hasRequestedPayoff: false,
  nextPayment: null,
});
const opened = (component: string | null, ...products: Product[]) => requestedPage(component, { products });

describe("the page of servicing that a component of the host page opens", () => {
  it.each(["STATEMENTS", "AGREEMENTS", "BANK_ACCOUNTS"])("%s opens the page of this name", (component) => {
    expect(opened(component, line("1"), line("2"))).toEqual({ page: component });
  });

  it("PAY_NOW opens the product that is late, or the only one", () => {
    expect(opened("PAY_NOW", line("1"), line("2", "LATE"))).toEqual({ page: "PRODUCT", issuedProductId: "2" });
    expect(opened("PAY_NOW", line("1"))).toMatchObject({ issuedProductId: "1" });
    expect(opened("PAY_NOW", line("1"), line("2"))).toEqual({ page: "HOME" });
  });

  it("DRAW and PAYMENTS open the draw and the payment schedule of the only line", () => {
    expect(opened("DRAW", line("1"))).toEqual({ page: "DRAW_FUNDS", issuedProductId: "1" });
    expect(opened("PAYMENTS", line("1"))).toEqual({ page: "PAYMENT_HISTORY", issuedProductId: "1" });
    for (const component of ["DRAW", "PAYMENTS"])
      expect(opened(component, line("1"), line("2"))).toEqual({ page: "HOME" });
  });

  const invoices: Product = {
    ...line("3"),
    productType: "FAST_PAY",
    headline: { kind: "REMAINING_LIMIT", amountCents: 1 },
  };
  const bills: Product = { ...invoices, id: "4", productType: "EXTEND_PAY_PURCHASE_ORDER" };
  const usedUp: Product = { ...invoices, headline: { kind: "REMAINING_LIMIT", amountCents: 0 } };

  it("session-token flow types go to the session flow of their product, or to Summary if the limit is used up", () => {
    for (const kind of ["", "_RELAXED", "_WITH_FILE"])
      expect(opened(`INVOICE_SESSION${kind}`, bills, invoices)).toEqual({
        page: "INVOICE_SESSION",
        issuedProductId: "3",
      });
    expect(opened("BILL_SESSION_WITH_FILE", invoices, bills)).toMatchObject({ issuedProductId: "4" });
    expect(opened("INVOICE_SESSION", usedUp, bills)).toEqual({ page: "PRODUCT", issuedProductId: "3" });
    expect(opened("BILL_SESSION", invoices)).toEqual({ page: "HOME" });
  });

  it("invoice history goes to History", () => {
    expect(opened("INVOICE_HISTORY", line("1"), bills)).toEqual({ page: "INVOICE_HISTORY", issuedProductId: "4" });
    expect(opened("INVOICE_HISTORY", invoices, bills)).toEqual({ page: "HOME" });
  });

  it("upload goes to the upload flow if the limit is not used up, else to Summary", () => {
    expect(opened("INVOICE_UPLOAD", invoices)).toEqual({ page: "INVOICE_UPLOAD", issuedProductId: "3" });
    expect(opened("INVOICE_UPLOAD", usedUp)).toEqual({ page: "PRODUCT", issuedProductId: "3" });
  });

  it("a component without a page of its own opens the home page", () => {
    for (const component of [null, "INVOICE_UPLOAD", "INVOICE_HISTORY", "INVOICE_SESSION"])
      expect(opened(component, line("1"))).toEqual({ page: "HOME" });
  });
});

import { describe, expect, it } from "vitest";
import { type OpenedPage, pageOf, viewOf } from "./pages.ts";

describe("the pages of servicing in the browser's history", () => {
  const pages: OpenedPage[] = [
    { page: "HOME" },
    { page: "BANK_ACCOUNTS" },
    { page: "STATEMENTS" },
    { page: "STATEMENTS", issuedProductId: "0199" },
    { page: "PAYOFF", issuedProductId: "0199" },
    { page: "DRAW", issuedProductId: "0199", partId: "019a" },
    { page: "INVOICE_DETAILS", issuedProductId: "0199", partId: "0200" },
  ];

  it.each(pages)("are read as they were written: %o", (page) => {
    expect(pageOf(viewOf(page))).toEqual(page);
  });

  it.each(["", "START_FLOW", "PAYOFF", "DRAW", "DRAW 0199", "INVOICE_DETAILS 0199", "toString"])(
    "view %o is of another flow or about no product, so home is shown",
    (view) => {
      expect(pageOf(view)).toEqual({ page: "HOME" });
    },
  );
});

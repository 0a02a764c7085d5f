import { describe, expect, it } from "vitest";
import { cents } from "../../money/cents.ts";
import { type ReceivableProduct, whyNotPostReceivable } from "./why-not-post-receivable.ts";

const product: ReceivableProduct = { loanStatus: "CURRENT", balanceCents: cents(5_000) };
const posted = (charge: number, repayment: number) => ({
  chargeCents: cents(charge),
  repaymentCents: cents(repayment),
});
const sale = posted(12_345, 1_852);
const refund = posted(-9_999, -1_500);

describe("receivable", () => {
  it("is accepted when its share is correct to the cent, and refused otherwise", () => {
    expect(whyNotPostReceivable(product, sale, cents(1_852), null)).toBeNull();
    expect(whyNotPostReceivable(product, sale, cents(1_851), null)).toBe("INCORRECT_REPAYMENT_AMOUNT");
    expect(whyNotPostReceivable(product, refund, cents(-1_500), null)).toBeNull();
  });

  it("is accepted when its share is zero", () => {
    expect(whyNotPostReceivable(product, posted(1, 0), cents(0), null)).toBeNull();
  });

  it("is accepted again with the same amounts, also after the advance is repaid, but not with others", () => {
    const repaid: ReceivableProduct = { loanStatus: "FULLY_PAID", balanceCents: cents(0) };
    expect(whyNotPostReceivable(repaid, sale, cents(0), sale)).toBeNull();
    expect(whyNotPostReceivable(product, posted(12_345, 1_853), cents(1_853), sale)).toBe("RECEIVABLE_MISMATCH");
    expect(whyNotPostReceivable(product, posted(12_346, 1_852), cents(1_852), sale)).toBe("RECEIVABLE_MISMATCH");
  });

  it.each([
    ["CURRENT", null, null],
    ["LATE", null, null],
    ["DEFAULTED", null, null],
    ["REFINANCED", "WRONG_STATE", null],
    ["CLOSED", "WRONG_STATE", "WRONG_STATE"],
    ["FULLY_PAID", "NO_REMAINING_BALANCE", null],
  ] as const)("of an advance that is %s: a sale %s, a refund %s", (loanStatus, ofSale, ofRefund) => {
    const advance = { loanStatus, balanceCents: cents(loanStatus === "FULLY_PAID" ? 0 : 5_000) };
    expect(whyNotPostReceivable(advance, sale, sale.repaymentCents, null)).toBe(ofSale);
    expect(whyNotPostReceivable(advance, refund, refund.repaymentCents, null)).toBe(ofRefund);
  });

  it("is refused when the balance is zero, while a refund is accepted", () => {
    const paid = { ...product, balanceCents: cents(0) };
    expect(whyNotPostReceivable(paid, posted(100, 15), cents(0), null)).toBe("NO_REMAINING_BALANCE");
    expect(whyNotPostReceivable(paid, posted(0, 0), cents(0), null)).toBe("NO_REMAINING_BALANCE");
    expect(whyNotPostReceivable(paid, refund, cents(-1_500), null)).toBeNull();
  });
});

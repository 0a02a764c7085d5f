import { describe, expect, it } from "vitest";
import type { FeeType } from "../ledger/accounts.ts";
import { productTypes } from "../products/product-type.ts";
import { entryDescription, type PaymentToDescribe } from "./entry-description.ts";
import { paymentTypes } from "./payment-order.ts";

const parties = ["BUSINESS", "PAYEE", "CREDITOR", "PLATFORM", "BOOK"] as const;
const repayment: PaymentToDescribe = {
  party: "BUSINESS",
  paymentType: "REPAYMENT",
  productType: "TERM_LOAN",
  feeType: null,
  retriesMade: 0,
  isReversal: false,
  isMicroEntry: false,
};
const describedAs = (change: Partial<PaymentToDescribe>) => entryDescription({ ...repayment, ...change });
const feeTypes: FeeType[] = [
  "LATE_PAYMENT",
  "INSUFFICIENT_FUNDS",
  "TRANSACTION_FEE",
  "MAINTENANCE",
  "EXTENSION_FEE",
  "ORIGINATION",
  "MCA_FEE",
];

describe("company entry description", () => {
  it.each([
    ["LOAN PYMT", {}],
    ["LOAN PYMT", { productType: "LOC_TERM_LOAN" }],
    ["LOAN PYMT", { productType: "FAST_PAY" }],
    ["LOAN PYMT", { productType: "EXTEND_PAY_PURCHASE_ORDER" }],
    ["ADV PYMT", { productType: "MCA" }],
    ["ADV PYMT", { productType: "INTEGRATED_MCA" }],
    ["PAYMENT", { productType: null }],
    ["RETRY PYMT", { retriesMade: 1 }],
    ["RETRY PYMT", { productType: "MCA", retriesMade: 2 }],
    ["RETURN FEE", { paymentType: "FEE", feeType: "INSUFFICIENT_FUNDS" }],
    ["LATE FEE", { paymentType: "FEE", feeType: "LATE_PAYMENT" }],
    ["RETRY PYMT", { paymentType: "FEE", feeType: "LATE_PAYMENT", retriesMade: 1 }],
    ["FEE", { paymentType: "FEE" }],
    ["FUNDING", { paymentType: "OUTGOING" }],
    ["FUNDING", { paymentType: "OUTGOING", retriesMade: 1 }],
    ["REFUND", { paymentType: "REFUND" }],
    ["REVERSAL", { paymentType: "REFUND", isReversal: true }],
    ["BILL PYMT", { paymentType: "OUTGOING", party: "PAYEE", productType: "EXTEND_PAY_PURCHASE_ORDER" }],
    ["PAYOFF", { paymentType: "OUTGOING", party: "CREDITOR" }],
    ["REV SHARE", { paymentType: "OUTGOING", party: "PLATFORM", productType: null }],
    ["SETTLEMENT", { party: "PLATFORM", productType: null }],
    ["TRANSFER", { paymentType: "OUTGOING", party: "BOOK", productType: null }],
    ["ACCTVERIFY", { paymentType: "OUTGOING", productType: null, isMicroEntry: true }],
    ["ACCTVERIFY", { paymentType: "REFUND", productType: null, isMicroEntry: true }],
  ] as const)("is %s for %j", (description, change) => expect(describedAs(change)).toBe(description));

  it("is RETURN FEE for the fee of a returned debit and for no other fee", () => {
    const returnFees = feeTypes.filter((feeType) => describedAs({ paymentType: "FEE", feeType }) === "RETURN FEE");
    expect(returnFees).toEqual(["INSUFFICIENT_FUNDS"]);
  });

  it("has at most ten characters", () => {
    for (const party of parties)
      for (const paymentType of paymentTypes)
        for (const productType of [...productTypes, null])
          for (const feeType of [...feeTypes, null])
            for (const retriesMade of [0, 1])
              for (const isMicroEntry of [false, true])
                expect(describedAs({ party, paymentType, productType, feeType, retriesMade, isMicroEntry })).toMatch(
                  /^[A-Z ]{1,10}$/,
                );
  });
});

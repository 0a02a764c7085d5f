import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { offeredTerms } from "@inlay/lending/offers/offered-terms.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { describe, expect, it } from "vitest";
import { offerTerms } from "./offer-terms.ts";

const plan = (days: number, fee: string) => ({
  id: `${days}-days`,
  advanceRatePercentage: "100",
  transactionFeePercentage: fee,
  paymentStructure: "GROSS" as const,
  repaymentWindow: { repaymentType: "FIXED_DURATION" as const, repaymentDurationDays: days },
});
const advance = {
  maxAdvanceAmountCents: cents(2_000_000),
  feeFactor: "1.12",
  repaymentPercentageTiers: [{ maxLoanAmountCents: cents(2_000_000), repaymentPercentage: "10" }],
  estimatedAverageMonthlySalesInCents: cents(6_000_000),
  refinanced: null,
};
/** The vectors TL-1, D-1, M-1 and I-1, as they are offered. */
const offered: { [Product in OfferTerms["productType"]]: Extract<OfferTerms, { productType: Product }> } = {
  TERM_LOAN: {
    productType: "TERM_LOAN",
    minLoanAmountCents: cents(1_000_000),
    maxLoanAmountCents: cents(5_000_000),
    interestRatePercentage: "18",
    feePercentage: "3",
    durationDays: 360,
    interestMethod: "AMORTIZED",
    payoffInterestBasis: "SPEC_CAPPED",
    existingDebts: [],
  },
  LOC_TERM_LOAN: {
    productType: "LOC_TERM_LOAN",
    approvedLimitCents: cents(2_500_000),
    interestRatePercentage: "24",
    feePercentage: "2",
    durationDays: 360,
    repaymentDurationDays: 180,
    locMaintenanceFeeDisplayType: "AMOUNT",
    locMaintenanceFeePercentage: "0",
    locMaintenanceFeeAmountCents: cents(5_000),
  },
  FAST_PAY: {
    productType: "FAST_PAY",
    monthlyLimitAmountCents: cents(1_000_000),
    offerPricingPlans: [plan(60, "5"), plan(30, "3")],
  },
  EXTEND_PAY_PURCHASE_ORDER: {
    productType: "EXTEND_PAY_PURCHASE_ORDER",
    monthlyLimitAmountCents: cents(1_000_000),
    offerPricingPlans: [plan(30, "3")],
  },
  MCA: { productType: "MCA", ...advance, repaymentFrequency: "WEEKLY" },
  INTEGRATED_MCA: { productType: "INTEGRATED_MCA", ...advance, minLoanAmountCents: cents(50_000) },
};
const onTheWire = (product: OfferTerms["productType"], amountCents: number | null = null) =>
  offerTerms.parse(
    offeredTerms(
      offered[product],
      businessDate("2026-11-16"),
      Object.values(offered),
      amountCents === null ? null : cents(amountCents),
    ),
  );

describe("offered terms", () => {
  it.each(productTypes)("of %s have the shape of the wire", (product) => {
    expect(onTheWire(product).productType).toBe(product);
  });

  it("have the figures of the largest amount", () => {
    expect(onTheWire("TERM_LOAN")).toMatchObject({
      loanAmountCents: 5_000_000,
      minTermMonth: 12,
      monthlyPayment: 458_400,
      netDisbursementAmountCents: 4_850_000,
      totalCostCents: 650_799,
      apr: 23.9088,
    });
    expect(onTheWire("LOC_TERM_LOAN")).toMatchObject({
      totalCostCents: 380_000,
      monthlyPayment: 466_667,
      netDisbursementAmountCents: 2_450_000,
      monthlyMaintenanceFeeCents: 5_000,
    });
    expect(onTheWire("MCA")).toMatchObject({
      financeChargeInCents: 240_000,
      totalRepaymentInCents: 2_240_000,
      estimatedPaymentPerPeriodInCents: 138_462,
      estimatedTerm: 3.7,
      maxRepaymentPercentage: 10,
    });
  });

  it("have the figures of a chosen amount, and the range and prices of the offer", () => {
    expect(onTheWire("TERM_LOAN", 2_500_000)).toMatchObject({
      loanAmountCents: 2_500_000,
      maxLoanAmountCents: 5_000_000,
      feeAmountCents: 75_000,
      netDisbursementAmountCents: 2_425_000,
      monthlyPayment: 229_200,
    });
    expect(onTheWire("MCA", 1_000_000)).toMatchObject({
      advanceAmountCents: 1_000_000,
      maxAdvanceAmountCents: 2_000_000,
      totalRepaymentInCents: 1_120_000,
    });
    expect(onTheWire("LOC_TERM_LOAN", 1_250_000)).toMatchObject({
      approvedLimitCents: 2_500_000,
      netDisbursementAmountCents: 1_225_000,
    });
    expect(onTheWire("FAST_PAY", 500_000)).toMatchObject({
      monthlyLimitAmountCents: 1_000_000,
      offerPlans: [{ totalCostCents: 15_000 }, { totalCostCents: 25_000 }],
    });
  });

  it.each(productTypes)("of %s are computed from the wire's pricing as from the stored terms", (product) => {
    const pricing = offerPricing.parse(JSON.parse(JSON.stringify(offered[product])));
    const all = Object.values(offered).map((terms) => offerPricing.parse(terms));
    const amountCents = cents(1_000_000);
    expect(offeredTerms(pricing, businessDate("2026-11-16"), all, amountCents)).toEqual(
      offeredTerms(offered[product], businessDate("2026-11-16"), Object.values(offered), amountCents),
    );
  });

  it("list the plans of an invoice by fee, each with its cost and APR", () => {
    expect(onTheWire("FAST_PAY")).toMatchObject({
      offerPlans: [
        { id: "30-days", totalCostCents: 30_000, totalPaymentAmountCents: 1_030_000, apr: 36.5 },
        { id: "60-days", totalCostCents: 50_000 },
      ],
    });
  });

  it("name a refinanced debt without the ledger's figures about it", () => {
    const debt = {
      debtType: "KANMON_DEBT" as const,
      refinancedIssuedProductId: "0192f3c4-0000-7000-8000-000000000001",
      book: "EQUITY" as const,
      principalCents: cents(100_000),
      interestCents: cents(1_000),
    };
    const terms = { ...offered.TERM_LOAN, existingDebts: [debt] };
    const shown = offerTerms.parse(offeredTerms(terms, businessDate("2026-11-16"), [terms], null));
    expect(shown).toMatchObject({
      existingDebts: [{ debtType: "KANMON_DEBT", refinancedIssuedProductId: debt.refinancedIssuedProductId }],
      refiExistingLoanPayoffAmountCents: 101_000,
    });
    expect(JSON.stringify([shown, offerPricing.parse(terms)])).not.toContain("EQUITY");
  });
});

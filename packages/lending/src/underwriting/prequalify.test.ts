import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { invoiceAdvance } from "../mechanics/invoices/advance.ts";
import { type Cents, cents, noCents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { quoteDraw } from "../products/line-of-credit/quote.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";
import { firstPolicy as policy } from "./policy/first-policy.ts";
import type { Policy } from "./policy/policy.ts";
import { type PrequalificationSignals, prequalify } from "./prequalify.ts";
import { plansOf } from "./sizing/invoice-plans.ts";

const today = businessDate("2026-11-17");
const shop = {
  monthsOnPlatform: 26,
  monthsInBusiness: 40,
  averageMonthlySalesCents: cents(7_500_000),
  averageMonthlyCardSalesCents: cents(3_000_000),
  averageMonthlyInvoicesCents: cents(6_000_000),
  averageMonthlyBillsCents: cents(4_000_000),
  averageBalanceCents: cents(2_000_000),
  state: "OR",
  naicsCode: "311811",
} satisfies PrequalificationSignals;
const of = (product: ProductType, signals: PrequalificationSignals, by: Policy = policy) =>
  prequalify(product, signals, by, today);
const amountOf = (product: ProductType, signals: PrequalificationSignals) =>
  of(product, signals).prequalifiedAmountCents ?? 0;

describe("prequalification of a shop", () => {
  it.each([
    ["TERM_LOAN", { prequalAmountCents: 7_500_000 }],
    ["LOC_TERM_LOAN", { prequalLimitCents: 5_000_000 }],
    ["FAST_PAY", { prequalLimitCents: 4_000_000 }],
    ["EXTEND_PAY_PURCHASE_ORDER", { prequalLimitCents: 3_000_000 }],
  ] as const)("for %s has the amount of a medium risk", (product, terms) => {
    const [prequalifiedAmountCents = null] = Object.values(terms);
    const found = { isPrequalified: true, prequalifiedAmountCents, terms, reasons: [], showPrice: true };
    expect(of(product, shop)).toEqual(found);
  });

  // 18,000 dollars times 1.13 from 10 percent of 30,000 dollars a month: 20,340 dollars, 6.8 months.
  const estimates = {
    advanceAmountCents: 1_800_000,
    repaymentPercentage: "10",
    feeFactor: "1.13",
    estimatedAverageMonthlySalesInCents: 3_000_000,
    estimatedAverageMonthlySalesMonths: 6,
    totalRepaymentInCents: 2_034_000,
    estimatedMonthlyPaymentInCents: 300_000,
    financeChargeInCents: 234_000,
  };

  it("for MCA has the estimates of the quote", () => {
    const { terms } = of("MCA", shop);
    expect(terms).toEqual({
      ...estimates,
      repaymentFrequency: "WEEKLY",
      estimatedPaymentPerPeriodInCents: 69_231,
      estimatedTerm: "6.8",
      estimatedApr: expect.stringMatching(/^4\d\.\d{4}$/),
    });
  });

  it("for INTEGRATED_MCA has its term in days and no frequency", () => {
    const { terms } = of("INTEGRATED_MCA", shop);
    expect(terms).toEqual({
      ...estimates,
      estimatedPaymentPerPeriodInCents: 9_863,
      estimatedTermDays: 207,
      estimatedApr: expect.stringMatching(/^4\d\.\d{4}$/),
    });
  });

  it("needs only sales: what is not known neither disqualifies nor limits", () => {
    const onlySales = { averageMonthlySalesCents: shop.averageMonthlySalesCents };
    expect(of("LOC_TERM_LOAN", onlySales)).toMatchObject({ prequalifiedAmountCents: 5_000_000, showPrice: false });
    // The share of an integrated advance is taken from the sales on the platform.
    expect(of("INTEGRATED_MCA", onlySales)).toMatchObject({ prequalifiedAmountCents: 4_600_000 });
  });

  it("takes card sales, or else invoices, for sales if these are not known", () => {
    expect(amountOf("TERM_LOAN", { averageMonthlyCardSalesCents: cents(3_000_000) })).toBe(3_000_000);
    expect(amountOf("FAST_PAY", { averageMonthlyInvoicesCents: cents(6_000_000) })).toBe(4_000_000);
  });

  it("is limited by a balance that is known", () => {
    expect(amountOf("TERM_LOAN", { ...shop, averageBalanceCents: cents(500_000) })).toBe(3_000_000);
  });
});

describe("business that is not prequalified", () => {
  const reasonsOf = (product: ProductType, changed: PrequalificationSignals) => {
    const { reasons, ...rest } = of(product, { ...shop, ...changed });
    expect(rest).toMatchObject({ isPrequalified: false, prequalifiedAmountCents: null, terms: null });
    return reasons;
  };

  it("is in a state or industry that the product does not serve", () => {
    expect(reasonsOf("MCA", { state: "TX" })).toEqual(["STATE"]);
    expect(reasonsOf("TERM_LOAN", { state: "GU" })).toEqual(["STATE"]);
    expect(reasonsOf("TERM_LOAN", { naicsCode: "713210" })).toEqual(["INDUSTRY"]);
    // Staff may let a restricted industry pass, but nobody has yet.
    expect(reasonsOf("TERM_LOAN", { naicsCode: "722410" })).toEqual(["INDUSTRY"]);
  });

  it("is too young", () => {
    expect(reasonsOf("TERM_LOAN", { monthsInBusiness: 11 })).toEqual(["TIME_IN_BUSINESS"]);
    // Some products accept the time on the platform instead.
    expect(amountOf("MCA", { ...shop, monthsInBusiness: 5 })).toBe(1_800_000);
    expect(reasonsOf("MCA", { monthsInBusiness: 5, monthsOnPlatform: 5 })).toEqual(["TIME_IN_BUSINESS"]);
    expect(reasonsOf("INTEGRATED_MCA", { monthsOnPlatform: 2 })).toEqual(["TIME_IN_BUSINESS"]);
  });

  it.each(productTypes)("has told no figures from which %s is sized", (product) => {
    expect(of(product, {})).toMatchObject({ isPrequalified: false, reasons: ["SALES"] });
  });

  it("sells too little, or holds too little money", () => {
    expect(reasonsOf("FAST_PAY", { averageMonthlyInvoicesCents: cents(700_000) })).toEqual(["SALES"]);
    expect(reasonsOf("MCA", { averageMonthlyCardSalesCents: noCents })).toEqual(["SALES"]);
    expect(reasonsOf("TERM_LOAN", { averageBalanceCents: cents(199_999) })).toEqual(["BALANCE"]);
    expect(reasonsOf("TERM_LOAN", { averageBalanceCents: cents(-100) })).toEqual(["BALANCE"]);
  });

  it("is where no term of a medium risk has a lawful price", () => {
    expect(reasonsOf("TERM_LOAN", { state: "AR" })).toEqual(["PRICE"]);
    expect(reasonsOf("FAST_PAY", { state: "NY" })).toEqual(["PRICE"]);
  });

  it("has every reason that its signals give, each once and in one order", () => {
    const all = { naicsCode: "713210", monthsInBusiness: 1, monthsOnPlatform: 1, averageBalanceCents: cents(1) };
    expect(reasonsOf("INTEGRATED_MCA", all)).toEqual(["INDUSTRY", "TIME_IN_BUSINESS", "BALANCE"]);
  });
});

describe("price of a prequalification", () => {
  it("may not be shown in a disclosure state, nor where the state is not known", () => {
    const states = ["CA", "NY", "UT", "VA", "FL", "GA", "CT", "KS", "MO", "LA", "TX"];
    for (const state of states)
      for (const product of productTypes) expect(of(product, { ...shop, state }).showPrice).toBe(false);
    expect(of("MCA", { ...shop, state: undefined }).showPrice).toBe(false);
    expect(of("MCA", { ...shop, state: "OH" }).showPrice).toBe(true);
  });
});

describe("any prequalification", () => {
  const amounts = fc.oneof(fc.integer({ min: 0, max: 2_000_000 }), fc.integer({ min: 0, max: 1_000_000_000_000 }));
  const maybe = <T>(known: fc.Arbitrary<T>) => fc.option(known, { nil: undefined, freq: 6 });
  const money = maybe(amounts.map((amount) => cents(amount)));
  const anySignals: fc.Arbitrary<PrequalificationSignals> = fc.record({
    monthsOnPlatform: maybe(fc.integer({ min: 0, max: 30 })),
    monthsInBusiness: maybe(fc.integer({ min: 0, max: 60 })),
    averageMonthlySalesCents: money,
    averageMonthlyCardSalesCents: money,
    averageMonthlyInvoicesCents: money,
    averageMonthlyBillsCents: money,
    averageBalanceCents: maybe(amounts.map((amount) => cents(amount - 100_000))),
    state: maybe(fc.constantFrom("OH", "OR", "CA", "NY", "FL", "TX", "AR", "GU")),
    naicsCode: maybe(fc.constantFrom("311811", "541511", "722511", "713210", "44")),
  });
  const anyProduct = fc.constantFrom(...productTypes);
  const figures = [
    "monthsOnPlatform",
    "monthsInBusiness",
    "averageMonthlySalesCents",
    "averageMonthlyCardSalesCents",
    "averageMonthlyInvoicesCents",
    "averageMonthlyBillsCents",
    "averageBalanceCents",
  ] as const;

  it("has either an amount between the product's minimum and maximum, or a reason", () => {
    const { sizing } = policy;
    fc.assert(
      fc.property(anyProduct, anySignals, (product, signals) => {
        const { isPrequalified, prequalifiedAmountCents: amount, terms, reasons } = of(product, signals);
        expect([amount !== null, terms !== null, reasons.length === 0]).toEqual(Array(3).fill(isPrequalified));
        if (amount === null) return;
        const most =
          product === "LOC_TERM_LOAN" ? sizing[product].byRating.MEDIUM.maxLimitCents : sizing[product].maxCents;
        expect(amount).toBeGreaterThanOrEqual(sizing[product].minCents);
        expect(amount).toBeLessThanOrEqual(most);
      }),
      runs,
    );
  });

  it.each(figures)("is not lower with more %s", (figure) => {
    const more = fc.integer({ min: 0, max: 5_000_000 });
    fc.assert(
      fc.property(anyProduct, anySignals, more, (product, signals, added) => {
        const known = signals[figure];
        if (known === undefined) return;
        const raised = { ...signals, [figure]: cents(known + added) };
        expect(amountOf(product, raised)).toBeGreaterThanOrEqual(amountOf(product, signals));
      }),
      runs,
    );
  });

  it("is lawful where the state is known, at every cap", () => {
    const anyCap = fc.integer({ min: 5, max: 80 });
    const states = ["OH", "OR", "CA", "NY", "FL", "TX", "AR"];
    fc.assert(
      fc.property(anyProduct, anySignals, fc.constantFrom(...states), anyCap, (product, signals, state, cap) => {
        const borrowers = ["INDIVIDUAL" as const, "ENTITY" as const];
        const row = { states, products: [...productTypes], borrowers, belowCents: null, maxAprPercentage: cap };
        const found = of(product, { ...signals, state }, { ...policy, aprCaps: [row] });
        const amount = found.prequalifiedAmountCents;
        if (amount === null) return;
        const apr = found.terms && "estimatedApr" in found.terms ? Number(found.terms.estimatedApr) : null;
        expect(apr ?? lowestApr(product, amount)).toBeLessThanOrEqual(cap);
      }),
      runs,
    );
  });

  it("is lawful for individuals and for companies, because the borrower is not known", () => {
    const row = { states: ["NY"], products: [...productTypes], belowCents: null };
    const individuals = { ...row, borrowers: ["INDIVIDUAL" as const], maxAprPercentage: 16 };
    const companies = { ...row, borrowers: ["ENTITY" as const], maxAprPercentage: null };
    const found = of("TERM_LOAN", { ...shop, state: "NY" }, { ...policy, aprCaps: [individuals, companies] });
    expect(found.reasons).toEqual(["PRICE"]);
  });
});

/** The lowest APR at which a product other than an advance is offered to a medium risk. */
function lowestApr(product: ProductType, amountCents: Cents): number {
  const { TERM_LOAN: loan, LOC_TERM_LOAN: line } = policy.sizing;
  if (product === "TERM_LOAN") {
    const { interestRatePercentage, feePercentage, durationDays } = loan.byRating.MEDIUM;
    const aprs = durationDays.map((days) => {
      const terms = {
        productType: "TERM_LOAN" as const,
        minLoanAmountCents: cents(loan.minCents),
        maxLoanAmountCents: amountCents,
        interestRatePercentage,
        feePercentage,
        durationDays: days,
        interestMethod: "AMORTIZED" as const,
        payoffInterestBasis: "SPEC_CAPPED" as const,
        existingDebts: [],
      };
      return quoteTermLoan(terms, { loanAmountCents: amountCents, fundedOn: today }, plainWorksheet).aprPercentage;
    });
    return Math.min(...aprs);
  }
  if (product === "LOC_TERM_LOAN") {
    const { interestRatePercentage, feePercentage, maintenanceFeePercentage } = line.byRating.MEDIUM;
    const terms = {
      productType: "LOC_TERM_LOAN" as const,
      approvedLimitCents: amountCents,
      interestRatePercentage,
      feePercentage,
      durationDays: line.durationDays,
      repaymentDurationDays: line.repaymentDurationDays,
      locMaintenanceFeeDisplayType: "PERCENTAGE" as const,
      locMaintenanceFeePercentage: maintenanceFeePercentage,
      locMaintenanceFeeAmountCents: noCents,
    };
    return quoteDraw(terms, { amountCents, fundedOn: today }, plainWorksheet).aprWithMaintenancePercentage;
  }
  const { plans } =
    product === "FAST_PAY"
      ? policy.sizing.FAST_PAY.byRating.MEDIUM
      : policy.sizing.EXTEND_PAY_PURCHASE_ORDER.byRating.MEDIUM;
  const advanceRate = product === "FAST_PAY" ? policy.sizing.FAST_PAY.byRating.MEDIUM.advanceRatePercentage : 100;
  const aprs = plansOf(plans, advanceRate, { sharePercentage: 100, maxCents: null, maxDurationDays: null }).map(
    (plan) =>
      invoiceAdvance(
        { plan, requestedCents: amountCents, availableCents: amountCents, fundedOn: today },
        plainWorksheet,
      ).aprPercentage,
  );
  return Math.min(...aprs);
}

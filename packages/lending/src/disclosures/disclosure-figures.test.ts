import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { cents, sum } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { cashAdvanceTerms } from "../products/cash-advance/terms.ts";
import { invoiceFinancingTerms } from "../products/invoice-financing/terms.ts";
import { productTypes } from "../products/product-type.ts";
import { anyTermLoan, terms as termLoan } from "../products/term-loan/term-loan.fixture.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";
import { disclosureFigures } from "./disclosure-figures.ts";
import { aprTolerance, independentApr } from "./independent-apr.fixture.ts";
import { sampleOffer } from "./sample-offers.fixture.ts";

const pricedOn = businessDate("2026-01-15");
const figuresOf = (terms: OfferTerms, amount: number, markupPercentage = "0") =>
  disclosureFigures({ terms, amountCents: cents(amount), markupPercentage, pricedOn });

describe("disclosure figures", () => {
  it("of a term loan are those of its quote: TL-1", () => {
    const figures = figuresOf(termLoan, 5_000_000);
    expect(figures).toMatchObject({
      amountCents: 5_000_000,
      fundingProvidedCents: 4_850_000,
      recipientFundsCents: 4_850_000,
      aprPercentage: 23.9088,
      financeChargeCents: 650_799,
      totalOfPaymentsCents: 5_500_799,
      payment: { amountCents: 458_400, lastAmountCents: 458_399, count: 12, frequency: "MONTHLY", manner: "DEBIT" },
      averageMonthlyCostCents: 458_400,
      term: { endsOn: "2027-01-15", days: 365, years: 1, months: 0 },
      // The fee, and one month of interest on the loan.
      prepayment: { kind: "MONTH_OF_INTEREST", atMostCents: 225_000 },
      renewal: null,
      sales: null,
    });
    expect(figures.penalties?.returnedPaymentCents).toBe(2_500);
  });

  it("of a flat loan do not call its charge interest", () => {
    const { prepayment } = figuresOf({ ...termLoan, interestMethod: "FLAT" }, 5_000_000);
    expect(prepayment).toEqual({ kind: "MONTH_OF_FLAT_CHARGE", atMostCents: 225_000 });
  });

  it("of simple interest leave the fee besides the interest of the days", () => {
    const { prepayment } = figuresOf({ ...termLoan, interestMethod: "DAILY" }, 5_000_000);
    expect(prepayment).toEqual({ kind: "INTEREST_OF_DAYS", atMostCents: 150_000 });
  });

  it("itemize the debts that a loan pays off and name the unpaid interest of our own: RF-1", () => {
    const debts: typeof termLoan.existingDebts = [
      {
        debtType: "KANMON_DEBT",
        refinancedIssuedProductId: "TL-1",
        book: "CONCAR_SPV_1",
        principalCents: cents(2_611_590),
        interestCents: cents(39_174),
      },
      { debtType: "EXTERNAL_DEBT", existingDebtId: "x", payoffCents: cents(1_200_000) },
    ];
    const figures = figuresOf({ ...termLoan, existingDebts: debts }, 7_500_000);
    expect(figures.itemization).toEqual([
      { to: "FEE", amountCents: 225_000 },
      { to: "OWN_DEBT", amountCents: 2_650_764 },
      { to: "OTHER_LENDER", amountCents: 1_200_000 },
      { to: "RECIPIENT", amountCents: 3_424_236 },
    ]);
    expect(figures.fundingProvidedCents).toBe(7_275_000);
    expect(figures.recipientFundsCents).toBe(3_424_236);
    expect(figures.renewal).toEqual({ payoffCents: 2_650_764, unpaidChargeCents: 39_174 });
  });

  it("of a line assume that the limit is drawn at once, and count the maintenance fee: D-1", () => {
    const figures = figuresOf(
      {
        productType: "LOC_TERM_LOAN",
        approvedLimitCents: cents(1_000_000),
        interestRatePercentage: "24",
        feePercentage: "2",
        durationDays: 360,
        repaymentDurationDays: 180,
        locMaintenanceFeeDisplayType: "AMOUNT",
        locMaintenanceFeePercentage: "0",
        locMaintenanceFeeAmountCents: cents(5_000),
      },
      1_000_000,
    );
    expect(figures).toMatchObject({
      fundingProvidedCents: 980_000,
      aprPercentage: 57.2545,
      financeChargeCents: 170_000,
      totalOfPaymentsCents: 1_150_000,
      payment: { amountCents: 191_667, lastAmountCents: 191_665, count: 6 },
      prepayment: { kind: "MONTH_OF_FLAT_CHARGE", atMostCents: 40_000 },
      draw: { chargePercentage: 12, feePercentage: "2", maintenanceFeeCents: 5_000, lineDays: 360 },
    });
  });

  it("of invoices are those of the plan with the highest APR on the whole limit, and list the others", () => {
    const figures = figuresOf(sampleOffer("FAST_PAY", 2_000_000), 2_000_000);
    expect(figures).toMatchObject({
      fundingProvidedCents: 2_000_000,
      financeChargeCents: 55_000,
      totalOfPaymentsCents: 2_055_000,
      aprPercentage: 33.4583,
      payment: { count: 1, frequency: "ONCE" },
      term: { days: 30 },
      averageMonthlyCostCents: null,
      prepayment: { kind: "FEE_OF_DAYS", atMostCents: 55_000 },
    });
    expect(figures.plans.map(({ days, aprPercentage }) => [days, aprPercentage])).toEqual([
      [30, 33.4583],
      [60, 31.6333],
      [90, 30.4167],
    ]);
  });

  it("of a plan that withholds its fee finance the payout: I-2", () => {
    const terms = invoiceFinancingTerms.parse({
      productType: "FAST_PAY",
      monthlyLimitAmountCents: 800_000,
      offerPricingPlans: [
        {
          id: "net",
          advanceRatePercentage: 80,
          transactionFeePercentage: "3",
          paymentStructure: "NET",
          repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: 30 },
        },
      ],
    });
    expect(figuresOf(terms, 800_000)).toMatchObject({
      fundingProvidedCents: 776_000,
      aprPercentage: 37.6289,
      financeChargeCents: 24_000,
      itemization: [
        { to: "FEE", amountCents: 24_000 },
        { to: "RECIPIENT", amountCents: 776_000 },
      ],
    });
  });

  it("of an advance are estimates from the sales of six months: M-1", () => {
    const terms = cashAdvanceTerms.parse({
      ...sampleOffer("MCA", 2_000_000),
      estimatedAverageMonthlySalesInCents: 6_000_000,
    });
    expect(figuresOf(terms, 2_000_000, "0.5")).toMatchObject({
      fundingProvidedCents: 2_000_000,
      financeChargeCents: 240_000,
      totalOfPaymentsCents: 2_240_000,
      aprPercentage: 70.2339,
      payment: { amountCents: 138_462, lastAmountCents: 24_608, count: 17, frequency: "WEEKLY", manner: "DEBIT" },
      averageMonthlyCostCents: 572_549,
      term: { days: 119 },
      prepayment: { kind: "WHOLE_FEE", atMostCents: 240_000 },
      penalties: null,
      brokerCompensationCents: 10_000,
      sales: { percentage: "10", averageMonthlyCents: 6_000_000, months: 6 },
    });
  });

  it("of a renewed advance name its unpaid fee: the platform withholds an integrated one from each sale", () => {
    const figures = figuresOf(sampleOffer("INTEGRATED_MCA", 1_500_000, true), 1_500_000);
    expect(figures.renewal).toEqual({ payoffCents: 330_000, unpaidChargeCents: 30_000 });
    expect(figures.recipientFundsCents).toBe(1_170_000);
    expect(figures.payment).toMatchObject({ frequency: "EVERY_DAY", manner: "SPLIT" });
  });

  it("state years and months of a term over a year, and a month that has begun counts", () => {
    const { term } = figuresOf({ ...termLoan, durationDays: 540 }, 5_000_000);
    expect(term).toMatchObject({ years: 1, months: 6 });
    const slow = cashAdvanceTerms.parse({
      ...sampleOffer("MCA", 2_000_000),
      estimatedAverageMonthlySalesInCents: 1_500_000,
    });
    expect(figuresOf(slow, 2_000_000).term).toMatchObject({ days: 455, years: 1, months: 3 });
  });

  it("agree with each other: the funding and the charge are the payments, and the itemization is the amount", () => {
    const anyOffer = fc
      .record({
        product: fc.constantFrom(...productTypes),
        amount: fc.integer({ min: 1_000_000, max: 50_000_000 }),
        isRefinancing: fc.boolean(),
      })
      .map(({ product, amount, isRefinancing }) => ({ terms: sampleOffer(product, amount, isRefinancing), amount }));
    const anyLoan = anyTermLoan.map(({ offered, asked }) => ({
      terms: offered as OfferTerms,
      amount: asked.loanAmountCents as number,
    }));
    fc.assert(
      fc.property(fc.oneof(anyOffer, anyLoan), ({ terms, amount }) => {
        const figures = figuresOf(terms, amount);
        const { fundingProvidedCents, financeChargeCents, totalOfPaymentsCents, itemization, payment } = figures;
        expect(fundingProvidedCents + financeChargeCents).toBe(totalOfPaymentsCents);
        expect(sum(itemization.map(({ amountCents }) => amountCents))).toBe(amount);
        expect(payment.amountCents * (payment.count - 1) + payment.lastAmountCents).toBe(totalOfPaymentsCents);
        expect(Math.abs(figures.aprPercentage - independentApr(figures))).toBeLessThanOrEqual(aprTolerance(figures));
      }),
      { numRuns: Math.ceil(runs.numRuns / 5) },
    );
  });
});

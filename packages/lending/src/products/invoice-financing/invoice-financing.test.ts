import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { cents } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { invoiceFinancing } from "./product.ts";
import { invoiceFinancingTerms } from "./terms.ts";
import { earliestInvoiceDueOn } from "./why-not-submit-invoice.ts";

const plan = {
  id: "30 days",
  advanceRatePercentage: "80",
  transactionFeePercentage: "3",
  paymentStructure: "GROSS",
  repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: 30 },
};
const offered = {
  productType: "FAST_PAY",
  monthlyLimitAmountCents: 5_000_000,
  offerPricingPlans: [plan, { ...plan, id: "net", paymentStructure: "NET" }],
};
const terms = invoiceFinancingTerms.parse(offered);
const fundedOn = businessDate("2026-01-20");
const request = (planId: string) => ({
  planId,
  requestedCents: cents(1_000_000),
  availableCents: cents(5_000_000),
  fundedOn,
});

describe("invoice financing", () => {
  it("I-1 and I-2: quotes an invoice by the chosen plan", () => {
    expect(invoiceFinancing.quote(terms, request("30 days"), plainWorksheet)).toMatchObject({
      feeAmountCents: 24_000,
      netDisbursementAmountCents: 800_000,
      totalPaymentAmountCents: 824_000,
      totalCostCents: 24_000,
      aprPercentage: 36.5,
      schedule: [{ number: 1, dueOn: "2026-02-19", paymentCents: 824_000 }],
    });
    expect(invoiceFinancing.quote(terms, request("net"), plainWorksheet)).toMatchObject({
      netDisbursementAmountCents: 776_000,
      totalPaymentAmountCents: 800_000,
      aprPercentage: 37.6289,
    });
    expect(() => invoiceFinancing.quote(terms, request("other"), plainWorksheet)).toThrow("has no plan other");
  });

  const invoice = { drawId: null, invoiceId: "invoice" };
  const funded = (planId: string) => {
    const life = new Life(invoiceFinancing, terms, fundedOn);
    life.fund(request(planId), invoice);
    return life;
  };

  it("I-1: debits the full amount 18 days early and rebates 14,400", () => {
    const life = funded("30 days");
    life.pass(12);
    expect(life.payoffOf(invoice)).toEqual({
      repaymentCents: 824_000,
      amountCents: 824_000,
      creditCents: 0,
      rebateCents: 14_400,
      costAfterRebateCents: 809_600,
    });
  });

  it("I-2: gives the same rebate when the fee was withheld", () => {
    const life = funded("net");
    life.pass(12);
    expect(life.payoffOf(invoice)).toMatchObject({ amountCents: 800_000, rebateCents: 14_400 });
  });

  it("D-2: posts the quoted amounts", () => {
    const [entry] = invoiceFinancing.fund(terms, request("30 days"), "EQUITY").entries;
    expect(entry?.lines.find((line) => line.account === "CLEARING_OUT")?.amountCents).toBe(800_000);
  });

  it("charges 2 % for a late payment and 2,500 for a returned one", () => {
    expect(invoiceFinancing.penalties).toMatchObject({ late: { percentage: 2 }, returnedPaymentCents: 2_500 });
  });

  it("requires at least one plan, and unique plan names", () => {
    const accepts = (offerPricingPlans: unknown) =>
      invoiceFinancingTerms.safeParse({ ...offered, offerPricingPlans }).success;
    expect([accepts([plan]), accepts([plan, { ...plan, id: "other" }])]).toEqual([true, true]);
    expect([accepts([]), accepts([plan, plan])]).toEqual([false, false]);
  });

  it("on 2026-11-14 refuses an invoice due on 2026-11-20 and accepts one due on 2026-11-21", () => {
    const earliest = earliestInvoiceDueOn(businessDate("2026-11-14"));
    expect([businessDate("2026-11-20") >= earliest, businessDate("2026-11-21") >= earliest]).toEqual([false, true]);
  });
});

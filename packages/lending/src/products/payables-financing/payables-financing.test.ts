import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { cents } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { plansForBill } from "./plans-for-bill.ts";
import { payablesFinancing } from "./product.ts";
import { payablesFinancingTerms } from "./terms.ts";
import { earliestBillDueOn, whyNotSubmitBill } from "./why-not-submit-bill.ts";

const plan = (id: string, transactionFeePercentage: string, days: number, paymentStructure = "GROSS") => ({
  id,
  advanceRatePercentage: "100",
  transactionFeePercentage,
  paymentStructure,
  repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: days },
});
const offered = {
  productType: "EXTEND_PAY_PURCHASE_ORDER",
  monthlyLimitAmountCents: 4_000_000,
  offerPricingPlans: [plan("60 days", "3.6", 60), plan("net", "5.25", 90, "NET")],
};
const terms = payablesFinancingTerms.parse(offered);
const today = businessDate("2026-11-14");
const bill = (isFullyPayable: boolean) => ({
  planId: "60 days",
  requestedCents: cents(1_250_000),
  availableCents: cents(1_000_000),
  isFullyPayable,
  fundedOn: today,
});

describe("accounts-payable financing", () => {
  it("AP-2: caps a bill at the limit when it need not be paid in full", () => {
    expect(payablesFinancing.quote(terms, bill(false), plainWorksheet)).toMatchObject({
      principalAmountCents: 1_000_000,
      feeAmountCents: 36_000,
      netDisbursementAmountCents: 1_000_000,
      totalPaymentAmountCents: 1_036_000,
      repaymentAmountBeforeAvailableLimitCheck: 1_295_000,
      availableAfterCents: 0,
      aprPercentage: 21.9,
    });
  });

  it("AP-2b: refuses the same bill when its payee must receive the full amount", () => {
    const line = {
      loanStatus: "CURRENT",
      availableCents: cents(1_000_000),
    } as const;
    const submitted = {
      planDays: 60,
      amountCents: cents(1_250_000),
      requestedCents: cents(1_250_000),
      issuedOn: null,
      dueOn: addDays(today, 30),
      isUpload: false,
      isPlatformInvoiceIdTaken: false,
    };
    expect(whyNotSubmitBill(line, { ...submitted, isFullyPayable: true }, today)).toBe("PARTIAL_FINANCE_REFUSED");
    expect(whyNotSubmitBill(line, { ...submitted, isFullyPayable: false }, today)).toBeNull();
  });

  it("withholds no fee when the payee must receive the full amount", () => {
    expect(plansForBill(terms, false).map(({ id }) => id)).toEqual(["60 days", "net"]);
    expect(plansForBill(terms, true).map(({ id }) => id)).toEqual(["60 days"]);
    expect(() => payablesFinancing.quote(terms, { ...bill(true), planId: "net" }, plainWorksheet)).toThrow(
      "no plan net",
    );
  });

  it("advances a bill at 100 percent and nothing else", () => {
    const accepts = (...advanceRates: string[]) => {
      const plans = advanceRates.map((rate) => ({ ...plan(rate, "1.8", 30), advanceRatePercentage: rate }));
      return payablesFinancingTerms.safeParse({ ...offered, offerPricingPlans: plans }).success;
    };
    expect([accepts("100"), accepts("90"), accepts("100", "90")]).toEqual([true, false, false]);
  });

  it("rebates unused days and posts the quoted amounts", () => {
    const life = new Life(payablesFinancing, terms, today);
    const item = { drawId: null, invoiceId: "bill" };
    life.fund(bill(false), item);
    life.pass(30);
    expect(life.payoffOf(item)).toMatchObject({ amountCents: 1_036_000, rebateCents: 18_000 });
    const [entry] = payablesFinancing.fund(terms, bill(false), "EQUITY").entries;
    expect(entry?.lines.find((line) => line.account === "CLEARING_OUT")?.amountCents).toBe(1_000_000);
  });

  it("on 2026-11-14 refuses a bill due on 2026-11-08 and accepts one due on 2026-11-09", () => {
    const earliest = earliestBillDueOn(today);
    expect([businessDate("2026-11-08") >= earliest, businessDate("2026-11-09") >= earliest]).toEqual([false, true]);
  });
});

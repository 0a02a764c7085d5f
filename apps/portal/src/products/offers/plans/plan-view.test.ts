import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { isInRange } from "@inlay/lending/mechanics/amount-range.ts";
import type { RepaymentWindow } from "@inlay/lending/mechanics/invoices/terms.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { quotableAmount } from "@inlay/lending/offers/adjustable-amount.ts";
import { offeredInvoiceFinancing } from "@inlay/lending/products/invoice-financing/offered-terms.ts";
import { invoiceFinancingTerms } from "@inlay/lending/products/invoice-financing/terms.ts";
import { describe, expect, it } from "vitest";
import { planChoice } from "../plan-choice.ts";
import { advanceBy, earlyExample, exampleAmount, examplePlan, type PlanOffer } from "./plan-view.ts";

const pricedOn = "2026-11-18";
const after = (days: number): RepaymentWindow => ({
  repaymentType: "FIXED_DURATION",
  repaymentDurationDays: days,
});
const onDay15: RepaymentWindow = { repaymentType: "FIXED_DATE", monthlyRepaymentDay: 15 };
const inParts: RepaymentWindow = {
  repaymentType: "MULTIPLE_DURATION",
  repaymentSchedule: {
    schedule: [
      { repaymentPercentage: "50", repaymentDurationDays: 30 },
      { repaymentPercentage: "50", repaymentDurationDays: 60 },
    ],
  },
};

type Plan = { id: string; fee: string; window: RepaymentWindow };

/** An offer of a limit of $50,000 with these plans, at 80 percent of an invoice. */
function offerWith(plans: Plan[]): PlanOffer {
  const pricing = invoiceFinancingTerms.parse({
    productType: "FAST_PAY",
    monthlyLimitAmountCents: 5_000_000,
    offerPricingPlans: plans.map(({ id, fee, window }) => ({
      id,
      advanceRatePercentage: "80",
      transactionFeePercentage: fee,
      paymentStructure: "GROSS",
      repaymentWindow: window,
    })),
  });
  const terms = offeredInvoiceFinancing(pricing, businessDate(pricedOn), pricing.monthlyLimitAmountCents);
  return { pricing, terms, pricedOn };
}
const twoPlans = offerWith([
  { id: "long", fee: "5.5", window: after(60) },
  { id: "short", fee: "3", window: after(30) },
]);

describe("offer of invoice financing", () => {
  it("shows the example by the plan with the lowest fee until the owner chooses another", () => {
    expect(examplePlan({ offer: twoPlans, planId: null })).toBe("short");
    expect(examplePlan({ offer: twoPlans, planId: "long" })).toBe("long");
    expect(examplePlan({ offer: twoPlans, planId: "gone" })).toBe("short");
  });

  it("finances the plan's advance rate percentage of the example, with the transaction fee percentage on the advance", () => {
    const { amountCents } = exampleAmount({ offer: twoPlans, amountCents: null });
    expect(amountCents).toBe(1_000_000);
    expect(advanceBy(twoPlans, "short", amountCents)).toMatchObject({
      principalAmountCents: 800_000,
      totalCostCents: 24_000,
      totalPaymentAmountCents: 824_000,
      aprPercentage: 36.5,
    });
  });

  it("asks the server only for advances that it quotes, whatever is typed", () => {
    const range = quotableAmount(twoPlans.pricing, cents(5_000_000)) ?? expect.fail("a range");
    for (const typed of [0, 99, 123_456, 4_999_999, 99_000_000]) {
      const { amountCents } = exampleAmount({ offer: twoPlans, amountCents: typed });
      expect(isInRange(range, advanceBy(twoPlans, "long", amountCents).principalAmountCents)).toBe(true);
    }
  });

  it("returns the fee of the days that are left when an invoice is repaid early: 18 of 30 days give back $144.00", () => {
    const early = earlyExample(advanceBy(twoPlans, "short", 1_000_000), "3", pricedOn);
    expect(early).toEqual({ daysEarly: 18, day: 12, rebateCents: 14_400 });
  });

  it("returns nothing for three days or fewer, so no such sentence is shown", () => {
    const short = offerWith([{ id: "five", fee: "1", window: after(5) }]);
    expect(earlyExample(advanceBy(short, "five", 1_000_000), "1", pricedOn)).toBeNull();
  });

  it.each([
    ["fixed duration days", after(30), { every: "ONCE", times: 1, heldDays: 30 }],
    ["fixed monthly day", onDay15, { every: "ONCE", times: 1, heldDays: 27 }],
    ["multiple duration", inParts, { every: "PARTS", times: 2, heldDays: 60 }],
  ])("with the repayment type %s is compared by its real days and number of payments", (_, window, expected) => {
    const { payment, heldDays } = planChoice(offerWith([{ id: "only", fee: "3", window }]));
    expect({ every: payment.every, times: payment.times, heldDays }).toEqual(expected);
  });
});

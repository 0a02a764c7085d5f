import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { sampleOffer } from "../disclosures/sample-offers.fixture.ts";
import { cents } from "../money/cents.ts";
import type { ProductType } from "../products/product-type.ts";
import { isPaymentUnseen, monthlyPaymentOf } from "./monthly-payment.ts";

const fundedOn = businessDate("2026-11-17");
const ofSample = (product: ProductType, amount: number) =>
  monthlyPaymentOf(sampleOffer(product, amount), cents(amount), fundedOn);

describe("monthly payment of an accepted offer", () => {
  it("is that of the schedule of a loan", () => {
    expect(ofSample("TERM_LOAN", 5_000_000)).toBe(458_400);
  });

  it("is that of a full draw on a line with its maintenance fee", () => {
    // A sixth of the draw, two percent of interest, and a quarter of a percent of the limit.
    expect(ofSample("LOC_TERM_LOAN", 3_000_000)).toBe(500_000 + 60_000 + 7_500);
  });

  it("is the share of the mean sales of an advance, at most what it costs in all", () => {
    expect(ofSample("MCA", 2_000_000)).toBe(600_000);
    expect(ofSample("INTEGRATED_MCA", 2_000_000)).toBe(900_000);
    const many = { ...sampleOffer("MCA", 2_000_000), estimatedAverageMonthlySalesInCents: cents(90_000_000) };
    expect(monthlyPaymentOf(many as ReturnType<typeof sampleOffer>, cents(2_000_000), fundedOn)).toBe(2_240_000);
  });

  it("spreads bills over the longest plan, and is nothing for invoices, which repay their own advances", () => {
    // 5.7 percent for 90 days.
    expect(ofSample("EXTEND_PAY_PURCHASE_ORDER", 3_000_000)).toBe(1_057_000);
    expect(ofSample("FAST_PAY", 3_000_000)).toBe(0);
  });

  it("is not seen at the bank during the first month", () => {
    expect(isPaymentUnseen(fundedOn, businessDate("2026-12-17"))).toBe(true);
    expect(isPaymentUnseen(fundedOn, businessDate("2026-12-18"))).toBe(false);
  });
});

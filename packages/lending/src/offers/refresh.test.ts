import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { sampleOffer } from "../disclosures/sample-offers.fixture.ts";
import { cents } from "../money/cents.ts";
import { productTypes } from "../products/product-type.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";
import { isAtLeastAsGood, isDataRecent, refreshDueAt, refreshRemindedAt } from "./refresh.ts";

const today = businessDate("2026-11-18");
const daysAgo = (days: number) => addDays(today, -days);

describe("data of a refresh", () => {
  const data = (transaction: number | null, owner: number | null, business: number | null) =>
    isDataRecent({
      takenOn: today,
      transactions: transaction === null ? [] : [{ date: daysAgo(200) }, { date: daysAgo(transaction) }],
      owners: [{ credit: owner === null ? null : { pulledOn: daysAgo(owner) } }],
      businessCredit: business === null ? null : { pulledOn: daysAgo(business) },
    });

  it.each([
    [0, 0, 0, true],
    [30, 30, 30, true],
    [31, 0, 0, false],
    [0, 31, 0, false],
    [0, 0, 31, false],
    [0, null, null, true],
    [null, 0, 0, false],
  ])("is recent with transactions, owner's and business report %s, %s and %s days old: %s", (a, b, c, recent) =>
    expect(data(a, b, c)).toBe(recent),
  );
});

describe("renewed offers", () => {
  const priced = (terms: OfferTerms, amount = 5_000_000) => ({ terms, amountCents: cents(amount) });

  it.each(productTypes)(
    "of %s are as good with the same terms or a larger amount, and not with a smaller",
    (product) => {
      const old = priced(sampleOffer(product, 5_000_000));
      expect(isAtLeastAsGood([old], [old])).toBe(true);
      expect(isAtLeastAsGood([old], [priced(old.terms, 5_000_001)])).toBe(true);
      expect(isAtLeastAsGood([old], [priced(old.terms, 4_999_999)])).toBe(false);
      expect(isAtLeastAsGood([old], [])).toBe(false);
    },
  );

  it.each(productTypes)("of %s are not as good at any higher price", (product) => {
    const terms = sampleOffer(product, 5_000_000);
    const dearer = dearerThan(terms);
    expect(dearer.length).toBeGreaterThan(0);
    for (const one of dearer) {
      expect(isAtLeastAsGood([priced(terms)], [priced(one)])).toBe(false);
      expect(isAtLeastAsGood([priced(one)], [priced(terms)])).toBe(true);
    }
  });

  it("need a loan of each term that was offered", () => {
    const loan = sampleOffer("TERM_LOAN", 5_000_000) as Extract<OfferTerms, { productType: "TERM_LOAN" }>;
    const longer = { ...loan, durationDays: loan.durationDays + 180 };
    expect(isAtLeastAsGood([priced(loan), priced(longer)], [priced(longer), priced(loan)])).toBe(true);
    expect(isAtLeastAsGood([priced(loan), priced(longer)], [priced(loan)])).toBe(false);
  });
});

/** The same terms with each price raised once. */
function dearerThan(terms: OfferTerms): OfferTerms[] {
  const up = (value: string | number) => String(Number(value) + 0.5);
  switch (terms.productType) {
    case "TERM_LOAN":
      return [
        { ...terms, feePercentage: up(terms.feePercentage) },
        { ...terms, interestRatePercentage: up(terms.interestRatePercentage) },
      ];
    case "LOC_TERM_LOAN":
      return [
        { ...terms, feePercentage: up(terms.feePercentage) },
        { ...terms, interestRatePercentage: up(terms.interestRatePercentage) },
        { ...terms, locMaintenanceFeePercentage: up(terms.locMaintenanceFeePercentage) },
        { ...terms, locMaintenanceFeeAmountCents: cents(terms.locMaintenanceFeeAmountCents + 1) },
      ];
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return terms.offerPricingPlans.map((raised) => ({
        ...terms,
        offerPricingPlans: terms.offerPricingPlans.map((plan) =>
          plan === raised ? { ...plan, transactionFeePercentage: up(plan.transactionFeePercentage) } : plan,
        ),
      }));
    case "MCA":
    case "INTEGRATED_MCA":
      return [{ ...terms, feeFactor: String(Number(terms.feeFactor) + 0.01) }];
  }
}

describe("promise of a refresh", () => {
  it("is 48 hours, and staff are reminded after 36", () => {
    const requestedAt = new Date("2026-11-18T12:00:00Z");
    expect(refreshRemindedAt(requestedAt)).toEqual(new Date("2026-11-20T00:00:00Z"));
    expect(refreshDueAt(requestedAt)).toEqual(new Date("2026-11-20T12:00:00Z"));
  });
});

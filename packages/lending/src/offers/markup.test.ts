import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import { decide } from "../underwriting/decide.ts";
import type { CreditModelInputs } from "../underwriting/inputs.ts";
import { isLawful } from "../underwriting/policy/apr-caps.ts";
import { firstPolicy } from "../underwriting/policy/first-policy.ts";
import { exampleBusinesses } from "../underwriting/underwriting.fixture.ts";
import { markUp, planPrices } from "./markup.ts";

const placeOf = ({ state, borrower }: CreditModelInputs) => ({ state: state ?? "", borrower });
const offersOf = (product: ProductType, inputs: CreditModelInputs) => decide(product, inputs, firstPolicy).offers;
const firstOffer = (product: ProductType, inputs: CreditModelInputs) => {
  const [offer] = offersOf(product, inputs);
  if (!offer) throw new Error("there is no offer");
  return offer;
};
const marked = (product: ProductType, markup: string | number, inputs: CreditModelInputs = exampleBusinesses.A) =>
  markUp(firstOffer(product, inputs).terms, markup, firstPolicy, placeOf(inputs), inputs.decidedOn);

/** The offers of an eligible business. Not every state leaves it one. */
const anyOffer = fc
  .record({
    business: fc.constantFrom("A" as const, "B" as const, "C" as const),
    state: fc.constantFrom("OH", "CA", "NY", "FL", "TX", "AR"),
    borrower: fc.constantFrom("ENTITY" as const, "INDIVIDUAL" as const),
    revenue: fc.integer({ min: 2_000_000, max: 20_000_000 }),
    product: fc.constantFrom(...productTypes),
  })
  .map(({ business, state, borrower, revenue, product }) => {
    const inputs = { ...exampleBusinesses[business], state, borrower, averageMonthlyRevenueCents: cents(revenue) };
    return { inputs, offers: offersOf(product, inputs) };
  });
/** Hundredths of a point. */
const anyMarkup = fc.integer({ min: 0, max: 100 }).map((hundredths) => (hundredths / 100).toFixed(2));
const feesOf = (terms: Parameters<typeof planPrices>[0]) =>
  planPrices(terms, exampleBusinesses.A.decidedOn).map(({ feePercentage }) => Number(feePercentage));

describe("mark-up of an offer", () => {
  it("is added to the fee of a loan and of a draw, to the fee of every plan, and to the fee factor of an advance", () => {
    expect(marked("TERM_LOAN", "0.5")).toMatchObject({ terms: { feePercentage: "2.5", durationDays: 180 } });
    expect(marked("LOC_TERM_LOAN", "0.25")).toMatchObject({ terms: { feePercentage: "1.75" } });
    expect(marked("FAST_PAY", 1)).toMatchObject({
      terms: {
        offerPricingPlans: [
          { id: "30-days", transactionFeePercentage: "3" },
          { id: "60-days", transactionFeePercentage: "4.8" },
          { id: "90-days", transactionFeePercentage: "6.4" },
        ],
      },
    });
    expect(marked("MCA", "0.75")).toMatchObject({ terms: { feeFactor: "1.0975" } });
  });

  it("of zero leaves price and APR as they are", () => {
    fc.assert(
      fc.property(anyOffer, ({ inputs, offers }) => {
        for (const { terms, aprPercentage } of offers) {
          const same = markUp(terms, 0, firstPolicy, placeOf(inputs), inputs.decidedOn);
          expect(same).toMatchObject({ aprPercentage });
          expect(feesOf((same as { terms: typeof terms }).terms)).toEqual(feesOf(terms));
        }
      }),
      { numRuns: 30 },
    );
  });

  it("raises every fee by exactly itself, never lowers the APR, and leads only to lawful prices", () => {
    fc.assert(
      fc.property(anyOffer, anyMarkup, ({ inputs, offers }, markup) => {
        for (const { terms, amountCents, aprPercentage } of offers) {
          const result = markUp(terms, markup, firstPolicy, placeOf(inputs), inputs.decidedOn);
          if (typeof result === "string") continue;
          const before = feesOf(terms);
          for (const [n, fee] of feesOf(result.terms).entries())
            expect(fee - (before[n] ?? 0)).toBeCloseTo(Number(markup), 9);
          expect(result.aprPercentage).toBeGreaterThanOrEqual(aprPercentage);
          const place = { ...placeOf(inputs), product: terms.productType };
          expect(isLawful(firstPolicy, place, amountCents, result.aprPercentage)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("that is allowed allows every smaller one", () => {
    fc.assert(
      fc.property(anyOffer, anyMarkup, anyMarkup, ({ inputs, offers }, one, other) => {
        const [smaller, larger] = [one, other].toSorted((a, b) => Number(a) - Number(b)) as [string, string];
        const by = (markup: string) =>
          offers.map(({ terms }) => markUp(terms, markup, firstPolicy, placeOf(inputs), inputs.decidedOn));
        const least = by(smaller);
        by(larger).forEach((result, n) => {
          if (typeof result !== "string") expect(typeof least[n]).not.toBe("string");
        });
      }),
      { numRuns: 30 },
    );
  });

  it("is at most one point", () => {
    expect(marked("TERM_LOAN", "1")).toMatchObject({ terms: { feePercentage: "3" } });
    expect(marked("TERM_LOAN", "1.01")).toBe("TOO_LARGE");
    expect(marked("TERM_LOAN", 100)).toBe("TOO_LARGE");
  });

  it("is refused where the state caps the APR below the marked-up price", () => {
    const inFlorida = { ...exampleBusinesses.A, state: "FL" };
    const [longest] = offersOf("TERM_LOAN", inFlorida).slice(-1);
    if (!longest) throw new Error("there is no offer");
    const by = (markup: string) => markUp(longest.terms, markup, firstPolicy, placeOf(inFlorida), inFlorida.decidedOn);
    expect(longest.aprPercentage).toBeLessThanOrEqual(18);
    expect(by("0")).toMatchObject({ aprPercentage: longest.aprPercentage });
    expect(by("1")).toBe("OVER_CAP");
  });

  it("is refused on a loan in California above 36 percent, where the price itself is lawful", () => {
    const inCalifornia = { ...exampleBusinesses.C, state: "CA" };
    const { terms, aprPercentage } = firstOffer("TERM_LOAN", inCalifornia);
    expect(aprPercentage).toBeGreaterThan(35);
    const by = (markup: string, state: string) =>
      markUp(terms, markup, firstPolicy, { state, borrower: "ENTITY" }, inCalifornia.decidedOn);
    expect(by("0", "CA")).toMatchObject({ aprPercentage });
    expect(by("1", "CA")).toBe("OVER_CAP");
    expect(by("1", "OH")).toMatchObject({ terms: { feePercentage: "5" } });
  });

  it("raises the smallest amount of a loan that pays off debts, and is refused where the loan would not cover them", () => {
    const refinancing = (payoffCents: number): CreditModelInputs => ({
      ...exampleBusinesses.A,
      refinancedDebts: [{ existingDebtId: "debt", monthlyCents: cents(50_000), payoffCents: cents(payoffCents) }],
    });
    // After a fee of 2 percent 5,390,000 of 5,500,000 are left, after 3 percent 5,335,000.
    const inputs = refinancing(5_390_000);
    const offer = offersOf("TERM_LOAN", inputs).at(-1);
    if (offer?.terms.productType !== "TERM_LOAN") throw new Error("there is no offer");
    expect(offer.terms.minLoanAmountCents).toBe(5_500_000);
    const by = (terms: typeof offer.terms) => markUp(terms, "1", firstPolicy, placeOf(inputs), inputs.decidedOn);
    expect(by(offer.terms)).toMatchObject({ terms: { minLoanAmountCents: 6_000_000 } });
    expect(by({ ...offer.terms, maxLoanAmountCents: cents(5_500_000) })).toBe("NOT_COVERED");
  });
});

describe("plans of an offer", () => {
  it("have the fee and the APR of each plan, and a name that tells the offers of an application apart", () => {
    const { decidedOn } = exampleBusinesses.A;
    const plans = (product: ProductType) =>
      offersOf(product, exampleBusinesses.A).flatMap(({ terms }) => planPrices(terms, decidedOn));
    expect(plans("TERM_LOAN").map(({ planId }) => planId)).toEqual(["180-days", "360-days", "540-days", "720-days"]);
    expect(plans("EXTEND_PAY_PURCHASE_ORDER").map(({ planId, feePercentage }) => [planId, feePercentage])).toEqual([
      ["30-days", "1.5"],
      ["60-days", "2.9"],
      ["90-days", "4.2"],
    ]);
    expect(plans("LOC_TERM_LOAN")).toMatchObject([{ planId: "draw", feePercentage: "1.5" }]);
    expect(plans("MCA")).toMatchObject([{ planId: "advance", feePercentage: "9" }]);
    for (const product of productTypes)
      for (const { aprPercentage } of plans(product)) expect(aprPercentage).toBeGreaterThan(0);
  });
});

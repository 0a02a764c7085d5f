import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BusinessDate, businessDate } from "../calendar/business-date.ts";
import { sampleOffer } from "../disclosures/sample-offers.fixture.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { cents } from "../money/cents.ts";
import { quoteTermLoan } from "../products/term-loan/quote.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";
import {
  isLetterInForce,
  isPayoffAsSigned,
  letterNextEndsAt,
  payoffLettersDueAt,
  whyNotPayOff,
  withPayoff,
} from "./payoff-letters.ts";

const on = businessDate("2026-11-18");

function quote(terms: OfferTerms, amount: number) {
  if (terms.productType !== "TERM_LOAN") throw new Error("a term loan has its own terms");
  return quoteTermLoan(terms, { loanAmountCents: cents(amount), fundedOn: on }, plainWorksheet);
}

it("payoff letters are due at the end of the second banking day after the choice", () => {
  expect(payoffLettersDueAt(new Date("2026-11-18T15:00:00Z")).toISOString()).toBe("2026-11-20T22:00:00.000Z");
  expect(payoffLettersDueAt(new Date("2026-11-25T15:00:00Z")).toISOString()).toBe("2026-11-30T22:00:00.000Z");
});

describe("a payoff letter is in force", () => {
  const letter = (amountCents: number, goodThrough: string) => ({
    amountCents: cents(amountCents),
    goodThrough: goodThrough as BusinessDate,
  });

  it.each([
    ["with the amount of the terms and a later last day", letter(1_250_000, "2026-11-19"), true],
    ["not on its last day", letter(1_250_000, "2026-11-18"), false],
    ["not with another amount", letter(1_250_001, "2026-12-31"), false],
    ["not if it was never recorded", null, false],
  ])("%s", (_, given, isInForce) => expect(isLetterInForce(cents(1_250_000), given, on)).toBe(isInForce));
});

it("a payoff letter demands what was signed, until the payoff can have arrived", () => {
  const letter = (amountCents: number, goodThrough: string) =>
    isPayoffAsSigned(cents(120_000), { amountCents: cents(amountCents), goodThrough: businessDate(goodThrough) }, on);
  expect(letter(120_000, "2026-11-24")).toBe(true);
  expect(letter(120_000, "2026-11-23")).toBe(false);
  expect(letter(120_001, "2026-12-31")).toBe(false);
});

it("a payoff letter ends for a signed loan when the payoff would come too late, and for an agreement on its last day", () => {
  // The 26th is Thanksgiving: a payoff that begins on the 24th arrives on December 1.
  const goodThrough = businessDate("2026-12-01");
  const endsAfter = (at: string) => letterNextEndsAt(goodThrough, new Date(at))?.toISOString();
  expect(endsAfter("2026-11-18T15:00:00Z")).toBe("2026-11-25T00:00:00.000Z");
  expect(endsAfter("2026-11-25T00:00:00Z")).toBe("2026-12-01T00:00:00.000Z");
  expect(endsAfter("2026-12-01T00:00:00Z")).toBeUndefined();
  const isEnough = (on: string) => isPayoffAsSigned(cents(1), { amountCents: cents(1), goodThrough }, businessDate(on));
  expect([isEnough("2026-11-24"), isEnough("2026-11-25")]).toEqual([true, false]);
});

describe("another payoff figure", () => {
  // 50,000.00 less the fee of 1,500.00, our own payoff of 11,000.00 and another lender's of 12,500.00 pays out 25,000.00.
  const terms = sampleOffer("TERM_LOAN", 5_000_000, true);
  const refused = (existingDebtId: string, payoffCents: number) =>
    whyNotPayOff(terms, { existingDebtId, payoffCents: cents(payoffCents) }, cents(5_000_000), on);

  it("is refused for a debt that the loan does not pay off, and when nothing would be left to pay out", () => {
    expect(refused("another", 1_000_000)).toBe("DEBT_NOT_PAID_OFF");
    expect(refused("other", 1_250_000 + 2_499_999)).toBeNull();
    expect(refused("other", 1_250_000 + 2_500_000)).toBe("PAYOFF_EXCEEDS_LOAN");
    expect(
      whyNotPayOff(
        sampleOffer("MCA", 5_000_000, true),
        { existingDebtId: "other", payoffCents: cents(1) },
        cents(5_000_000),
        on,
      ),
    ).toBe("DEBT_NOT_PAID_OFF");
  });

  it("leaves the loan amount, the fee, the payments and the APR, and the payout takes the difference to the cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000_000, max: 50_000_000 }),
        fc.integer({ min: 1, max: 50_000_000 }),
        (amount, payoff) => {
          const before = sampleOffer("TERM_LOAN", amount, true);
          const changed = { existingDebtId: "other", payoffCents: cents(payoff) };
          if (whyNotPayOff(before, changed, cents(amount), on) !== null) {
            const left = quote(before, amount).netDisbursementAmountCents + Math.floor(amount / 4);
            expect(payoff).toBeGreaterThanOrEqual(left);
            return;
          }
          const [was, now] = [quote(before, amount), quote(withPayoff(before, changed), amount)];
          expect(now.netDisbursementAmountCents).toBeGreaterThan(0);
          expect(now.netDisbursementAmountCents + now.refiExistingLoanPayoffAmountCents + now.feeAmountCents).toBe(
            amount,
          );
          expect(now.refiExistingLoanPayoffAmountCents - was.refiExistingLoanPayoffAmountCents).toBe(
            payoff - Math.floor(amount / 4),
          );
          for (const kept of [
            "feeAmountCents",
            "monthlyPaymentCents",
            "aprPercentage",
            "totalPaymentAmountCents",
          ] as const)
            expect(now[kept]).toBe(was[kept]);
          expect(now.schedule).toEqual(was.schedule);
          expect(now.refiNetNewPrincipalAmountCents).toBe(was.refiNetNewPrincipalAmountCents);
        },
      ),
      { numRuns: 60 },
    );
  });
});

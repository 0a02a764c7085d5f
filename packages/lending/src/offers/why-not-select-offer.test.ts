import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInRange } from "../mechanics/amount-range.ts";
import { cents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { type AmountTerms, adjustableAmount } from "./adjustable-amount.ts";
import { expiryRemindedAt, isGroupExpired, isOfferExpired, offerExpiresAt } from "./offer-expiry.ts";
import { offerStatusLifecycle } from "./offer-status.ts";
import { type OfferToSelect, whyNotSelectOffer } from "./why-not-select-offer.ts";

const now = new Date("2026-11-16T12:00:00Z");
const later = new Date("2026-11-16T12:00:01Z");
const loan = (change: Partial<Extract<AmountTerms, { productType: "TERM_LOAN" }>> = {}): AmountTerms => ({
  productType: "TERM_LOAN",
  minLoanAmountCents: cents(1_000_000),
  maxLoanAmountCents: cents(5_200_000),
  existingDebts: [],
  ...change,
});
const offer: OfferToSelect = {
  status: "WAITING_FOR_SELECTION",
  expiredAt: later,
  primaryOwnerSignedAt: null,
  terms: loan(),
  amountCents: cents(5_000_000),
};
const why = (change: Partial<OfferToSelect>, amount: number | null = null, acceptedElsewhere = false) =>
  whyNotSelectOffer(
    { offer: { ...offer, ...change }, customAmountCents: amount === null ? null : cents(amount) },
    acceptedElsewhere,
    now,
  );

describe("selecting an offer", () => {
  it.each([
    ["WAITING_FOR_SELECTION", null],
    ["SELECTED", null],
    ["ACCEPTED", "OFFER_ALREADY_ACCEPTED"],
    ["EXPIRED", "OFFER_EXPIRED"],
    ["OTHER_OFFER_CHOSEN", "WRONG_STATE"],
  ] as const)("that is %s: %s", (status, refusal) => expect(why({ status })).toBe(refusal));

  it("is possible until the offer expires", () => {
    expect(why({ expiredAt: later })).toBeNull();
    expect(why({ expiredAt: now })).toBe("OFFER_EXPIRED");
  });

  it("is not possible once the owner has signed, or while another accepted offer is in progress", () => {
    expect(why({ status: "SELECTED", primaryOwnerSignedAt: now })).toBe("OFFER_ALREADY_ACCEPTED");
    expect(why({}, null, true)).toBe("OFFER_ALREADY_ACCEPTED");
  });

  it("is refused for the first of several reasons", () => {
    expect(why({ expiredAt: now }, 1, true)).toBe("OFFER_ALREADY_ACCEPTED");
    expect(why({ expiredAt: now, status: "OTHER_OFFER_CHOSEN" }, 1)).toBe("OFFER_EXPIRED");
    expect(why({ status: "OTHER_OFFER_CHOSEN" }, 1)).toBe("WRONG_STATE");
  });

  it("is possible in these two states and no others", () => {
    expect(offerStatusLifecycle.states.filter((status) => why({ status }) === null)).toEqual([
      "WAITING_FOR_SELECTION",
      "SELECTED",
    ]);
  });
});

describe("chosen offer amount", () => {
  const small = loan({ maxLoanAmountCents: cents(1_550_000) });
  const advance: AmountTerms = { productType: "MCA", maxAdvanceAmountCents: cents(2_050_000), refinanced: null };
  const refinancing = (balance: number): AmountTerms => ({
    ...advance,
    refinanced: { refinancedIssuedProductId: "old", principalCents: cents(balance - 1), feeCents: cents(1) },
  });
  const integrated: AmountTerms = {
    productType: "INTEGRATED_MCA",
    minLoanAmountCents: cents(250_000),
    maxAdvanceAmountCents: cents(500_000),
    refinanced: null,
  };
  const integratedRefinancing: AmountTerms = {
    ...integrated,
    refinanced: { refinancedIssuedProductId: "old", principalCents: cents(300_000), feeCents: cents(30_000) },
  };
  const tiny = loan({ minLoanAmountCents: cents(500_000), maxLoanAmountCents: cents(900_000) });
  const low = loan({ minLoanAmountCents: cents(500_000) });

  it.each([
    ["the minimum of a large loan", loan(), 1_000_000, null],
    ["a step of a large loan", loan(), 1_500_000, null],
    ["between the steps of a large loan", loan(), 1_600_000, "AMOUNT_OUT_OF_RANGE"],
    ["the maximum of a large loan, off the steps", loan(), 5_200_000, null],
    ["more than the maximum", loan(), 5_200_001, "AMOUNT_OUT_OF_RANGE"],
    ["less than the minimum", loan(), 500_000, "AMOUNT_OUT_OF_RANGE"],
    ["a step of a loan of 1,500,000", small, 1_100_000, null],
    ["between its steps", small, 1_150_000, "AMOUNT_OUT_OF_RANGE"],
    ["its maximum, off the steps", small, 1_550_000, null],
    ["a term loan below 1,000,000, whatever the offer allows", low, 500_000, "AMOUNT_OUT_OF_RANGE"],
    ["the maximum of an offer below 1,000,000", tiny, 900_000, "AMOUNT_OUT_OF_RANGE"],
    ["any amount where debts are refinanced", loan({ existingDebts: [{}] }), 1_500_000, "AMOUNT_NOT_ADJUSTABLE"],
    ["the minimum of an advance", advance, 100_000, null],
    ["less than the minimum of an advance", advance, 99_999, "AMOUNT_OUT_OF_RANGE"],
    ["a step of an advance", advance, 1_900_000, null],
    ["between the steps of an advance", advance, 1_950_000, "AMOUNT_OUT_OF_RANGE"],
    ["the maximum of an advance", advance, 2_050_000, null],
    ["the offer's own minimum of an integrated advance", integrated, 250_000, null],
    ["less than that", integrated, 100_000, "AMOUNT_OUT_OF_RANGE"],
    ["a step from there", integrated, 350_000, null],
    ["an advance that covers a refinanced one", refinancing(1_830_000), 1_900_000, null],
    ["one that does not cover it", refinancing(1_830_000), 1_800_000, "AMOUNT_OUT_OF_RANGE"],
    ["one that pays nothing out", refinancing(1_800_000), 1_800_000, "AMOUNT_OUT_OF_RANGE"],
    ["the minimum where less than it is refinanced", refinancing(99_999), 100_000, null],
    ["the maximum where no step covers what is refinanced", refinancing(2_040_000), 2_050_000, null],
    ["an integrated advance that covers a refinanced one", integratedRefinancing, 350_000, null],
    ["one that does not", integratedRefinancing, 250_000, "AMOUNT_OUT_OF_RANGE"],
    ["any amount of a line of credit", { productType: "LOC_TERM_LOAN" }, 100_000, "AMOUNT_NOT_ADJUSTABLE"],
    ["any amount of invoice financing", { productType: "FAST_PAY" }, 100_000, "AMOUNT_NOT_ADJUSTABLE"],
    ["any amount of bills", { productType: "EXTEND_PAY_PURCHASE_ORDER" }, 100_000, "AMOUNT_NOT_ADJUSTABLE"],
  ] as const satisfies readonly (readonly [string, AmountTerms, number, unknown])[])(
    "%s: %j for %i is %s",
    (_what, terms, amount, refusal) =>
      expect(why({ terms, amountCents: cents(terms === small ? 1_500_000 : 5_000_000) }, amount)).toBe(refusal),
  );

  it("is in range only between minimum and maximum, and the maximum is always in range", () => {
    const amount = fc.integer({ min: 1, max: 50_000_000 }).map(cents);
    fc.assert(
      fc.property(amount, amount, (maxAdvanceAmountCents, asked) => {
        const terms = { productType: "MCA", maxAdvanceAmountCents, refinanced: null } as const;
        const range = adjustableAmount(terms, maxAdvanceAmountCents);
        if (range === null) throw new Error("an advance has a range");
        if (isInRange(range, asked)) {
          expect(asked).toBeGreaterThanOrEqual(100_000);
          expect(asked).toBeLessThanOrEqual(maxAdvanceAmountCents);
        }
        expect(isInRange(range, maxAdvanceAmountCents)).toBe(maxAdvanceAmountCents >= 100_000);
      }),
      runs,
    );
  });
});

describe("offer expiry", () => {
  const expiring = (at: string, signedAt: string | null = null) => ({
    expiredAt: new Date(at),
    primaryOwnerSignedAt: signedAt === null ? null : new Date(signedAt),
  });

  it("is thirty days after creation, more than the three days that one state requires", () => {
    expect(offerExpiresAt(new Date("2026-11-16T12:00:00Z"))).toEqual(new Date("2026-12-16T12:00:00Z"));
  });

  it("is announced three days before", () => {
    expect(expiryRemindedAt(new Date("2026-12-16T12:00:00Z"))).toEqual(new Date("2026-12-13T12:00:00Z"));
  });

  it("is ten days later once the owner has signed", () => {
    const signed = expiring("2026-11-06T12:00:01Z", "2026-11-01T00:00:00Z");
    expect(isOfferExpired(signed, now)).toBe(false);
    expect(isOfferExpired(signed, later)).toBe(true);
    expect(isOfferExpired(expiring("2026-11-06T12:00:01Z"), now)).toBe(true);
  });

  it("applies to a group when every offer of it is expired", () => {
    const past = expiring("2026-11-16T12:00:00Z");
    const open = expiring("2026-11-16T12:00:01Z");
    expect(isGroupExpired([past, past], now)).toBe(true);
    expect(isGroupExpired([past, open], now)).toBe(false);
    expect(isGroupExpired([], now)).toBe(false);
  });
});

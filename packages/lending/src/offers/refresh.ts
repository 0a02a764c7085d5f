import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import type { Cents } from "../money/cents.ts";
import type { UnderwritingFacts } from "../underwriting/data/facts.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";

const recentDays = 30;
const hourMs = 3_600_000;
const promisedHours = 48;
const remindedHours = 36;

/** New offers in place of expired ones are promised within 48 hours, and staff are reminded 12 hours before. */
export const refreshDueAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + promisedHours * hourMs);
export const refreshRemindedAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + remindedHours * hourMs);

type Data = {
  takenOn: BusinessDate;
  owners: readonly { credit: { pulledOn: BusinessDate } | null }[];
  businessCredit: { pulledOn: BusinessDate } | null;
  transactions: readonly Pick<UnderwritingFacts["transactions"][number], "date">[];
};

/** Whether offers can be refreshed with the data that is there: every credit report and the newest bank transaction are at most 30 days old. */
export function isDataRecent({ takenOn, owners, businessCredit, transactions }: Data): boolean {
  const reports = [...owners.map(({ credit }) => credit), businessCredit].filter((report) => report !== null);
  const newest = transactions.reduce<BusinessDate | null>(
    (last, { date }) => (last === null || date > last ? date : last),
    null,
  );
  const isRecent = (day: BusinessDate) => addDays(day, recentDays) >= takenOn;
  return newest !== null && isRecent(newest) && reports.every(({ pulledOn }) => isRecent(pulledOn));
}

export type PricedOffer = { terms: OfferTerms; amountCents: Cents };

/** Whether every expired offer has a new one of the same kind with at least its amount and at most its price. */
export const isAtLeastAsGood = (expired: readonly PricedOffer[], renewed: readonly PricedOffer[]): boolean =>
  expired.every((old) => {
    const match = renewed.find((one) => isSameKind(one.terms, old.terms));
    return match !== undefined && match.amountCents >= old.amountCents && !isDearer(match.terms, old.terms);
  });

/** Offers of the same product, and for a loan of the same term. */
export const isSameKind = (a: OfferTerms, b: OfferTerms): boolean =>
  a.productType === "TERM_LOAN" && b.productType === "TERM_LOAN"
    ? a.durationDays === b.durationDays
    : a.productType === b.productType;

const isDearer = (renewed: OfferTerms, old: OfferTerms): boolean => {
  const before = pricesOf(old);
  return [...pricesOf(renewed)].some(([name, price]) => price > (before.get(name) ?? Number.NEGATIVE_INFINITY));
};

/** Whatever makes an offer cost more when it is larger, by a name that the terms of one product share. */
function pricesOf(terms: OfferTerms): Map<string, number> {
  switch (terms.productType) {
    case "TERM_LOAN":
      return new Map([
        ["rate", Number(terms.interestRatePercentage)],
        ["fee", Number(terms.feePercentage)],
      ]);
    case "LOC_TERM_LOAN":
      return new Map([
        ["rate", Number(terms.interestRatePercentage)],
        ["fee", Number(terms.feePercentage)],
        ["maintenance percentage", Number(terms.locMaintenanceFeePercentage)],
        ["maintenance amount", terms.locMaintenanceFeeAmountCents],
      ]);
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return new Map(terms.offerPricingPlans.map((plan) => [plan.id, Number(plan.transactionFeePercentage)]));
    case "MCA":
    case "INTEGRATED_MCA":
      return new Map([
        ["factor", Number(terms.feeFactor)],
        ["share", Math.max(...terms.repaymentPercentageTiers.map((tier) => Number(tier.repaymentPercentage)))],
      ]);
  }
}

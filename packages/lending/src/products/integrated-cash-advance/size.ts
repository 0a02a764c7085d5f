import { plainWorksheet } from "../../explain/worksheet.ts";
import { noCents } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import type { Policy } from "../../underwriting/policy/policy.ts";
import { replacedAdvanceOf, sizeReplacing, tiersOf } from "../../underwriting/sizing/advances.ts";
import type { Capacity, Sized } from "../../underwriting/sizing/sizing.ts";
import { quoteIntegratedCashAdvance } from "./quote.ts";
import type { IntegratedCashAdvanceTerms } from "./terms.ts";

/** One advance on the sales on the partner's platform. */
export function sizeIntegratedCashAdvance(
  capacity: Capacity,
  policy: Policy["sizing"]["INTEGRATED_MCA"],
  maxHoldbackPercentage: Decimal,
): Sized<IntegratedCashAdvanceTerms>[] {
  const salesCents = capacity.averageMonthlyChannelSalesCents ?? noCents;
  const { isBelowMinimum, replaced, ...sized } = sizeReplacing(capacity, salesCents, policy, maxHoldbackPercentage);
  const found = { durationDays: null, ...sized };
  if (isBelowMinimum) return [{ ...found, offer: "BELOW_MINIMUM" }];
  const { feeFactor, repaymentPercentage } = policy.byRating[capacity.rating];
  const terms: IntegratedCashAdvanceTerms = {
    productType: "INTEGRATED_MCA",
    minLoanAmountCents: sized.minCents,
    maxAdvanceAmountCents: sized.amountCents,
    feeFactor,
    repaymentPercentageTiers: tiersOf(sized.amountCents, repaymentPercentage),
    estimatedAverageMonthlySalesInCents: salesCents,
    refinanced: replaced && {
      ...replacedAdvanceOf(replaced),
      refiLatestIntegratedMcaReceivableId: replaced.latestReceivableId,
    },
  };
  const request = { advanceAmountCents: sized.amountCents, fundedOn: capacity.decidedOn };
  const { aprPercentage } = quoteIntegratedCashAdvance(terms, request, plainWorksheet);
  const isLawful = capacity.isLawful(sized.amountCents, aprPercentage);
  return [{ ...found, offer: isLawful ? { terms, aprPercentage } : "NO_LAWFUL_PRICE" }];
}

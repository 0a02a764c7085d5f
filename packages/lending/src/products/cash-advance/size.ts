import { plainWorksheet } from "../../explain/worksheet.ts";
import { noCents } from "../../money/cents.ts";
import type { Decimal } from "../../money/fraction.ts";
import type { Policy } from "../../underwriting/policy/policy.ts";
import { replacedAdvanceOf, sizeReplacing, tiersOf } from "../../underwriting/sizing/advances.ts";
import type { Capacity, Sized } from "../../underwriting/sizing/sizing.ts";
import { quoteCashAdvance } from "./quote.ts";
import type { CashAdvanceTerms } from "./terms.ts";

/** One advance on card sales. */
export function sizeCashAdvance(
  capacity: Capacity,
  policy: Policy["sizing"]["MCA"],
  maxHoldbackPercentage: Decimal,
): Sized<CashAdvanceTerms>[] {
  const salesCents = capacity.averageMonthlyCardSalesCents ?? noCents;
  const { isBelowMinimum, replaced, ...sized } = sizeReplacing(capacity, salesCents, policy, maxHoldbackPercentage);
  const found = { durationDays: null, ...sized };
  if (isBelowMinimum) return [{ ...found, offer: "BELOW_MINIMUM" }];
  const { feeFactor, repaymentPercentage } = policy.byRating[capacity.rating];
  const terms: CashAdvanceTerms = {
    productType: "MCA",
    maxAdvanceAmountCents: sized.amountCents,
    feeFactor,
    repaymentPercentageTiers: tiersOf(sized.amountCents, repaymentPercentage),
    repaymentFrequency: "WEEKLY",
    estimatedAverageMonthlySalesInCents: salesCents,
    refinanced: replaced && replacedAdvanceOf(replaced),
  };
  const request = { advanceAmountCents: sized.amountCents, fundedOn: capacity.decidedOn };
  const { aprPercentage } = quoteCashAdvance(terms, request, plainWorksheet);
  const isLawful = capacity.isLawful(sized.amountCents, aprPercentage);
  return [{ ...found, offer: isLawful ? { terms, aprPercentage } : "NO_LAWFUL_PRICE" }];
}

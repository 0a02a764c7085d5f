import type { RepaymentPercentageTiers, ReplacedAdvance } from "../../mechanics/sales-share/terms.ts";
import { type Cents, cents, subtract } from "../../money/cents.ts";
import { type Decimal, decimal, minus, over, times, whole } from "../../money/fraction.ts";
import { toFixedDecimals } from "../../money/rounding.ts";
import { maxMonthlyPayment } from "../cash-flow/debt-service-coverage.ts";
import { isOwnDebt, type OwnDebt } from "../inputs.ts";
import type { Policy } from "../policy/policy.ts";
import {
  advanceGrid,
  type Capacity,
  floorCents,
  type Limit,
  type LimitName,
  multipleOf,
  roomWithout,
  sizeWithin,
} from "./sizing.ts";

/** Smaller advances are repaid with a smaller share of sales. */
const tierDiscounts = [2, 1, 0] as const;

type SizedAdvance = {
  amountCents: Cents;
  binding: LimitName;
  limits: Limit[];
  minCents: Cents;
  isBelowMinimum: boolean;
};

/**
 * The size of an advance that pays off another of ours and leaves something to be paid out. One that does not cover the largest balance is
 * sized for the next, at last beside all of them.
 */
export function sizeReplacing(
  capacity: Capacity,
  salesCents: Cents,
  policy: Policy["sizing"]["MCA"],
  maxHoldbackPercentage: Decimal,
): SizedAdvance & { replaced: OwnDebt | null } {
  const debts = capacity.refinancedDebts.filter(isOwnDebt).toSorted((a, b) => b.payoffCents - a.payoffCents);
  for (const replaced of debts) {
    const without: Capacity = {
      ...capacity,
      monthlyDebtCents: subtract(capacity.monthlyDebtCents, replaced.monthlyCents),
      roomCents: roomWithout(capacity.roomCents, [replaced]),
    };
    const sized = sizeAdvance(without, salesCents, policy, maxHoldbackPercentage);
    if (!sized.isBelowMinimum && sized.amountCents > replaced.payoffCents) return { ...sized, replaced };
  }
  return { ...sizeAdvance(capacity, salesCents, policy, maxHoldbackPercentage), replaced: null };
}

/** An advance of ours as the terms of the one that pays it off name it. */
export const replacedAdvanceOf = ({ issuedProductId, book, payoff }: OwnDebt): ReplacedAdvance => ({
  refinancedIssuedProductId: issuedProductId,
  book,
  principalCents: payoff.principalCents,
  feeCents: payoff.feeCents,
});

/** The size of an advance on sales of one kind. */
function sizeAdvance(
  capacity: Capacity,
  salesCents: Cents,
  policy: Policy["sizing"]["MCA"],
  maxHoldbackPercentage: Decimal,
): SizedAdvance {
  const { repaymentPercentage, feeFactor, targetMonths, salesMultiple } = policy.byRating[capacity.rating];
  const maxPayment = maxMonthlyPayment(
    capacity.cashFlowCents,
    capacity.minDebtServiceCoverage,
    capacity.monthlyDebtCents,
  );
  /** What monthly payments over the target months repay, without the fee. */
  const repaidBy = (monthlyCents: Cents, percentage: Decimal) =>
    floorCents(
      over(times(times(whole(monthlyCents), over(decimal(percentage), 100)), targetMonths), decimal(feeFactor)),
    );
  const shareCents = times(whole(salesCents), over(decimal(repaymentPercentage), 100));
  const mostShare = times(whole(capacity.averageMonthlyRevenueCents), over(decimal(maxHoldbackPercentage), 100));
  const isHoldbackTooLarge = minus(mostShare, shareCents).numerator < 0n;
  const sized = sizeWithin(
    [
      { name: "SALES", cents: repaidBy(salesCents, repaymentPercentage) },
      { name: "DEBT_SERVICE", cents: repaidBy(maxPayment, 100) },
      { name: "SALES", cents: multipleOf(salesCents, salesMultiple) },
      ...(isHoldbackTooLarge ? [{ name: "HOLDBACK" as const, cents: cents(0) }] : []),
      { name: "PRODUCT_MAXIMUM", cents: cents(policy.maxCents) },
      { name: "EXPOSURE", cents: capacity.roomCents },
    ],
    capacity.exceptions,
    advanceGrid,
  );
  const isBelowMinimum = maxPayment <= 0 || sized.amountCents < policy.minCents;
  return { ...sized, minCents: cents(policy.minCents), isBelowMinimum };
}

/** The tiers of an advance: two points less up to a third of the largest amount, one less up to two thirds. */
export function tiersOf(maxAdvanceCents: Cents, repaymentPercentage: Decimal): RepaymentPercentageTiers {
  const tiers = tierDiscounts.map((discount, n) => ({
    maxLoanAmountCents: cents(Math.floor((maxAdvanceCents * (n + 1)) / tierDiscounts.length)),
    repaymentPercentage: toFixedDecimals(minus(decimal(repaymentPercentage), whole(discount)), 2),
  }));
  return tiers as RepaymentPercentageTiers;
}

import { plainWorksheet } from "../../explain/worksheet.ts";
import { type Cents, cents, most, subtract, sum } from "../../money/cents.ts";
import { decimal, minus, over, times, whole } from "../../money/fraction.ts";
import { maxMonthlyPayment } from "../../underwriting/cash-flow/debt-service-coverage.ts";
import { isOwnDebt, type RefinancedDebt } from "../../underwriting/inputs.ts";
import type { Policy } from "../../underwriting/policy/policy.ts";
import {
  type Capacity,
  floorCents,
  multipleOf,
  presentValueFactor,
  roomWithout,
  type Sized,
  sizeWithin,
  sliderGrid,
} from "../../underwriting/sizing/sizing.ts";
import { quoteTermLoan } from "./quote.ts";
import type { TermLoanTerms } from "./terms.ts";

type TermLoanPolicy = Policy["sizing"]["TERM_LOAN"];

/** One size for each term of the rating. */
export function sizeTermLoan(capacity: Capacity, policy: TermLoanPolicy): Sized<TermLoanTerms>[] {
  const { durationDays } = policy.byRating[capacity.rating];
  const longest = capacity.exceptions.maxDurationDays;
  return durationDays
    .filter((days) => longest === null || days <= longest)
    .map((days) => sizeTerm(capacity, policy, days, capacity.refinancedDebts));
}

/**
 * Sizes one term. A loan that pays off debts must cover them and its own fee; if it does not, the debt with the largest payoff is left out
 * and the loan is sized again, at last without any.
 */
function sizeTerm(
  capacity: Capacity,
  policy: TermLoanPolicy,
  durationDays: number,
  debts: readonly RefinancedDebt[],
): Sized<TermLoanTerms> {
  const { minCents, maxCents, balanceMultiple, byRating } = policy;
  const { revenueMultiple, interestRatePercentage, feePercentage } = byRating[capacity.rating];
  const { averageMonthlyRevenueCents, averageBalanceCents, exceptions, roomCents } = capacity;
  const remaining = subtract(capacity.monthlyDebtCents, sum(debts.map(({ monthlyCents }) => monthlyCents)));
  const maxPayment = maxMonthlyPayment(capacity.cashFlowCents, capacity.minDebtServiceCoverage, remaining);
  const byPayment = times(presentValueFactor(interestRatePercentage, durationDays / 30), whole(maxPayment));
  const sized = sizeWithin(
    [
      { name: "REVENUE", cents: multipleOf(averageMonthlyRevenueCents, revenueMultiple) },
      { name: "DEBT_SERVICE", cents: floorCents(byPayment) },
      { name: "BALANCE", cents: multipleOf(averageBalanceCents, balanceMultiple) },
      { name: "PRODUCT_MAXIMUM", cents: cents(maxCents) },
      { name: "EXPOSURE", cents: roomWithout(roomCents, debts) },
    ],
    exceptions,
    sliderGrid,
  );
  const payoffCents = sum(debts.map((debt) => debt.payoffCents));
  const leastCents = most(cents(minCents), coveringCents(payoffCents, feePercentage));
  if (debts.length > 0 && sized.amountCents < leastCents)
    return sizeTerm(capacity, policy, durationDays, withoutLargest(debts));
  const found = { durationDays, ...sized, minCents: leastCents };
  if (maxPayment <= 0 || sized.amountCents < leastCents) return { ...found, offer: "BELOW_MINIMUM" };
  const terms: TermLoanTerms = {
    productType: "TERM_LOAN",
    minLoanAmountCents: leastCents,
    maxLoanAmountCents: sized.amountCents,
    interestRatePercentage,
    feePercentage,
    durationDays,
    interestMethod: "AMORTIZED",
    payoffInterestBasis: "SPEC_CAPPED",
    existingDebts: debts.map(existingDebtOf),
  };
  const aprAt = (loanAmountCents: Cents) =>
    quoteTermLoan(terms, { loanAmountCents, fundedOn: capacity.decidedOn }, plainWorksheet).aprPercentage;
  const aprPercentage = aprAt(sized.amountCents);
  // A smaller amount may fall under a lower cap.
  const isLawful =
    capacity.isLawful(sized.amountCents, aprPercentage) && capacity.isLawful(leastCents, aprAt(leastCents));
  return { ...found, offer: isLawful ? { terms, aprPercentage } : "NO_LAWFUL_PRICE" };
}

const existingDebtOf = (debt: RefinancedDebt): TermLoanTerms["existingDebts"][number] =>
  isOwnDebt(debt)
    ? {
        debtType: "KANMON_DEBT",
        refinancedIssuedProductId: debt.issuedProductId,
        book: debt.book,
        principalCents: debt.payoff.principalCents,
        interestCents: debt.payoff.interestCents,
      }
    : { debtType: "EXTERNAL_DEBT", existingDebtId: debt.existingDebtId, payoffCents: debt.payoffCents };

/** The smallest loan that pays some amount after its fee, rounded up to the grid. */
export function coveringCents(payoffCents: Cents, feePercentage: TermLoanTerms["feePercentage"]): Cents {
  if (payoffCents === 0) return payoffCents;
  const kept = minus(whole(1), over(decimal(feePercentage), 100));
  const exact = over(whole(payoffCents), kept);
  const up = Number((exact.numerator + exact.denominator - 1n) / exact.denominator);
  const step = up <= 1_500_000 ? 100_000 : 500_000;
  return cents(Math.ceil(up / step) * step);
}

function withoutLargest(debts: readonly RefinancedDebt[]): RefinancedDebt[] {
  const largest = Math.max(...debts.map(({ payoffCents }) => payoffCents));
  const at = debts.findIndex(({ payoffCents }) => payoffCents === largest);
  return debts.filter((_, n) => n !== at);
}

import { plainWorksheet } from "../../explain/worksheet.ts";
import { cents, noCents } from "../../money/cents.ts";
import { decimal, fraction, over, plus, whole } from "../../money/fraction.ts";
import { maxMonthlyPayment } from "../../underwriting/cash-flow/debt-service-coverage.ts";
import type { Policy } from "../../underwriting/policy/policy.ts";
import {
  type Capacity,
  floorCents,
  multipleOf,
  type Sized,
  sizeWithin,
  sliderGrid,
} from "../../underwriting/sizing/sizing.ts";
import { quoteDraw } from "./quote.ts";
import type { LineOfCreditTerms } from "./terms.ts";

/** One limit. Its payment is that of a full draw with flat interest. */
export function sizeLineOfCredit(
  capacity: Capacity,
  policy: Policy["sizing"]["LOC_TERM_LOAN"],
): Sized<LineOfCreditTerms>[] {
  const { minCents, balanceMultiple, durationDays, repaymentDurationDays, byRating } = policy;
  const price = byRating[capacity.rating];
  const maxPayment = maxMonthlyPayment(
    capacity.cashFlowCents,
    capacity.minDebtServiceCoverage,
    capacity.monthlyDebtCents,
  );
  const perCent = plus(fraction(30, repaymentDurationDays), over(decimal(price.interestRatePercentage), 1_200));
  const sized = sizeWithin(
    [
      { name: "REVENUE", cents: multipleOf(capacity.averageMonthlyRevenueCents, price.revenueMultiple) },
      { name: "DEBT_SERVICE", cents: floorCents(over(whole(maxPayment), perCent)) },
      { name: "BALANCE", cents: multipleOf(capacity.averageBalanceCents, balanceMultiple) },
      { name: "PRODUCT_MAXIMUM", cents: cents(price.maxLimitCents) },
      { name: "EXPOSURE", cents: capacity.roomCents },
    ],
    capacity.exceptions,
    sliderGrid,
  );
  const found = { durationDays: null, ...sized, minCents: cents(minCents) };
  if (maxPayment <= 0 || sized.amountCents < minCents) return [{ ...found, offer: "BELOW_MINIMUM" }];
  const terms: LineOfCreditTerms = {
    productType: "LOC_TERM_LOAN",
    approvedLimitCents: sized.amountCents,
    interestRatePercentage: price.interestRatePercentage,
    feePercentage: price.feePercentage,
    durationDays,
    repaymentDurationDays,
    locMaintenanceFeeDisplayType: "PERCENTAGE",
    locMaintenanceFeePercentage: price.maintenanceFeePercentage,
    locMaintenanceFeeAmountCents: noCents,
  };
  const { aprWithMaintenancePercentage: aprPercentage } = quoteDraw(
    terms,
    { amountCents: sized.amountCents, fundedOn: capacity.decidedOn },
    plainWorksheet,
  );
  const isLawful = capacity.isLawful(sized.amountCents, aprPercentage);
  return [{ ...found, offer: isLawful ? { terms, aprPercentage } : "NO_LAWFUL_PRICE" }];
}

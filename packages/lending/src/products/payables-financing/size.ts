import { cents, noCents } from "../../money/cents.ts";
import { maxMonthlyPayment } from "../../underwriting/cash-flow/debt-service-coverage.ts";
import type { Policy } from "../../underwriting/policy/policy.ts";
import { lawfulPlans, plansOf } from "../../underwriting/sizing/invoice-plans.ts";
import { type Capacity, multipleOf, type Sized, sizeWithin, sliderGrid } from "../../underwriting/sizing/sizing.ts";
import type { PayablesFinancingTerms } from "./terms.ts";

/** One limit for all plans. */
export function sizePayablesFinancing(
  capacity: Capacity,
  policy: Policy["sizing"]["EXTEND_PAY_PURCHASE_ORDER"],
): Sized<PayablesFinancingTerms>[] {
  const { vendorPaymentMultiple, plans } = policy.byRating[capacity.rating];
  const vendorPayments = capacity.averageMonthlyVendorPaymentsCents ?? noCents;
  const maxPayment = maxMonthlyPayment(
    capacity.cashFlowCents,
    capacity.minDebtServiceCoverage,
    capacity.monthlyDebtCents,
  );
  const sized = sizeWithin(
    [
      { name: "VENDOR_PAYMENTS", cents: multipleOf(vendorPayments, vendorPaymentMultiple) },
      { name: "REVENUE", cents: multipleOf(capacity.averageMonthlyRevenueCents, policy.revenueMultiple) },
      { name: "DEBT_SERVICE", cents: multipleOf(maxPayment, policy.paymentMultiple) },
      { name: "PRODUCT_MAXIMUM", cents: cents(policy.maxCents) },
      { name: "EXPOSURE", cents: capacity.roomCents },
    ],
    capacity.exceptions,
    sliderGrid,
  );
  const found = { durationDays: null, ...sized, minCents: cents(policy.minCents) };
  if (maxPayment <= 0 || sized.amountCents < policy.minCents) return [{ ...found, offer: "BELOW_MINIMUM" }];
  const priced = lawfulPlans(plansOf(plans, 100, capacity.exceptions), sized.amountCents, capacity);
  if (!priced) return [{ ...found, offer: "NO_LAWFUL_PRICE" }];
  const terms: PayablesFinancingTerms = {
    productType: "EXTEND_PAY_PURCHASE_ORDER",
    monthlyLimitAmountCents: sized.amountCents,
    offerPricingPlans: priced.plans,
  };
  return [{ ...found, offer: { terms, aprPercentage: priced.aprPercentage } }];
}

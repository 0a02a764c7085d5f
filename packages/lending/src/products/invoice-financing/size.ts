import { cents, noCents } from "../../money/cents.ts";
import { decimal, over, times, whole } from "../../money/fraction.ts";
import { maxMonthlyPayment } from "../../underwriting/cash-flow/debt-service-coverage.ts";
import type { Policy } from "../../underwriting/policy/policy.ts";
import { lawfulPlans, plansOf } from "../../underwriting/sizing/invoice-plans.ts";
import { type Capacity, floorCents, type Sized, sizeWithin, sliderGrid } from "../../underwriting/sizing/sizing.ts";
import type { InvoiceFinancingTerms } from "./terms.ts";

/** One limit for all plans. */
export function sizeInvoiceFinancing(
  capacity: Capacity,
  policy: Policy["sizing"]["FAST_PAY"],
): Sized<InvoiceFinancingTerms>[] {
  const { invoiceMultiple, advanceRatePercentage, plans } = policy.byRating[capacity.rating];
  const invoices = capacity.averageMonthlyInvoicesCents ?? noCents;
  const maxPayment = maxMonthlyPayment(
    capacity.cashFlowCents,
    capacity.minDebtServiceCoverage,
    capacity.monthlyDebtCents,
  );
  const byInvoices = over(times(times(whole(invoices), decimal(invoiceMultiple)), decimal(advanceRatePercentage)), 100);
  const sized = sizeWithin(
    [
      { name: "INVOICES", cents: floorCents(byInvoices) },
      { name: "REVENUE", cents: capacity.averageMonthlyRevenueCents },
      { name: "PRODUCT_MAXIMUM", cents: cents(policy.maxCents) },
      { name: "EXPOSURE", cents: capacity.roomCents },
    ],
    capacity.exceptions,
    sliderGrid,
  );
  const found = { durationDays: null, ...sized, minCents: cents(policy.minCents) };
  if (maxPayment <= 0 || sized.amountCents < policy.minCents) {
    const binding = maxPayment <= 0 ? ("DEBT_SERVICE" as const) : sized.binding;
    return [{ ...found, binding, offer: "BELOW_MINIMUM" }];
  }
  const priced = lawfulPlans(plansOf(plans, advanceRatePercentage, capacity.exceptions), sized.amountCents, capacity);
  if (!priced) return [{ ...found, offer: "NO_LAWFUL_PRICE" }];
  const terms: InvoiceFinancingTerms = {
    productType: "FAST_PAY",
    monthlyLimitAmountCents: sized.amountCents,
    offerPricingPlans: priced.plans,
  };
  return [{ ...found, offer: { terms, aprPercentage: priced.aprPercentage } }];
}

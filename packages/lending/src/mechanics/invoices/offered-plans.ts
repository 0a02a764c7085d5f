import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import type { Cents } from "../../money/cents.ts";
import { invoiceAdvance } from "./advance.ts";
import type { PricingPlan } from "./terms.ts";

/** The plans that the owner is shown, each with the figures of one advance, the lowest fee first. */
export const offeredPlans = (plans: readonly PricingPlan[], advanceCents: Cents, fundedOn: BusinessDate) =>
  plans
    .toSorted((a, b) => Number(a.transactionFeePercentage) - Number(b.transactionFeePercentage))
    .map((plan) => {
      const whole = { ...plan, advanceRatePercentage: 100 };
      const request = { plan: whole, requestedCents: advanceCents, availableCents: advanceCents, fundedOn };
      const quote = invoiceAdvance(request, plainWorksheet);
      return {
        id: plan.id,
        advanceRatePercentage: plan.advanceRatePercentage,
        transactionFeePercentage: plan.transactionFeePercentage,
        repaymentWindow: plan.repaymentWindow,
        apr: quote.aprPercentage,
        netDisbursementAmountCents: quote.netDisbursementAmountCents,
        totalCostCents: quote.totalCostCents,
        totalPaymentAmountCents: quote.totalPaymentAmountCents,
      };
    });

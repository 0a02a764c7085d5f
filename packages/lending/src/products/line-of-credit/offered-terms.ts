import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import type { Cents } from "../../money/cents.ts";
import { quoteDraw } from "./quote.ts";
import type { LineOfCreditTerms } from "./terms.ts";

/** The terms that the owner is shown. Only a draw has a price, so the figures are those of a draw. */
export function offeredLineOfCredit(terms: LineOfCreditTerms, fundedOn: BusinessDate, amountCents: Cents) {
  const quote = quoteDraw(terms, { amountCents, fundedOn }, plainWorksheet);
  return {
    productType: terms.productType,
    approvedLimitCents: terms.approvedLimitCents,
    interestRatePercentage: terms.interestRatePercentage,
    feePercentage: terms.feePercentage,
    durationDays: terms.durationDays,
    repaymentDurationDays: terms.repaymentDurationDays,
    locMaintenanceFeeDisplayType: terms.locMaintenanceFeeDisplayType,
    locMaintenanceFeePercentage: terms.locMaintenanceFeePercentage,
    locMaintenanceFeeAmountCents: terms.locMaintenanceFeeAmountCents,
    monthlyMaintenanceFeeCents: quote.monthlyMaintenanceFeeCents,
    apr: quote.aprWithMaintenancePercentage,
    monthlyPayment: quote.monthlyPaymentCents,
    netDisbursementAmountCents: quote.netDisbursementAmountCents,
    feeAmountCents: quote.feeAmountCents,
    totalCostCents: quote.totalCostCents,
  };
}

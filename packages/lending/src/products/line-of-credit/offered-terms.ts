import type { BusinessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { quoteDraw } from "./quote.ts";
import type { LineOfCreditTerms } from "./terms.ts";

/** The terms that the owner is shown. Only a draw has a price, so the figures are those of a draw of the whole limit. */
export function offeredLineOfCredit(terms: LineOfCreditTerms, fundedOn: BusinessDate) {
  const quote = quoteDraw(terms, { amountCents: terms.approvedLimitCents, fundedOn }, plainWorksheet);
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

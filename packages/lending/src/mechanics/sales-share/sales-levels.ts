import { plainWorksheet } from "../../explain/worksheet.ts";
import type { Cents } from "../../money/cents.ts";
import { percent, portion } from "../../money/rate.ts";
import { type CollectionRhythm, canEstimate } from "./estimate.ts";
import { type AdvancePricing, type AdvanceQuote, type AdvanceRequest, quoteAdvance } from "./quote.ts";

/** Sales in percent of their average. The owner sees from them what happens when sales fall. */
export const shownSalesPercentages = [100, 70, 50] as const;

export type SalesLevel = {
  salesPercentage: (typeof shownSalesPercentages)[number];
  averageMonthlySalesCents: Cents;
  quote: AdvanceQuote;
};

/** The same advance at average sales and at lower ones. A level whose sales are too small for an estimate is left out. */
export function quoteAtSalesLevels(
  terms: AdvancePricing,
  request: AdvanceRequest,
  rhythm: CollectionRhythm,
): SalesLevel[] {
  const { totalPaymentAmountCents, repaymentPercentage } = quoteAdvance(terms, request, rhythm, plainWorksheet);
  return shownSalesPercentages.flatMap((salesPercentage) => {
    const averageMonthlySalesCents = portion(terms.estimatedAverageMonthlySalesInCents, percent(salesPercentage));
    const estimate = { ...request, totalPaymentAmountCents, repaymentPercentage, averageMonthlySalesCents, rhythm };
    if (!canEstimate(estimate)) return [];
    const atLevel = { ...terms, estimatedAverageMonthlySalesInCents: averageMonthlySalesCents };
    return [
      { salesPercentage, averageMonthlySalesCents, quote: quoteAdvance(atLevel, request, rhythm, plainWorksheet) },
    ];
  });
}

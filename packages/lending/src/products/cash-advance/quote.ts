import type { Worksheet } from "../../explain/worksheet.ts";
import { type AdvanceQuote, type AdvanceRequest, quoteAdvance } from "../../mechanics/sales-share/quote.ts";
import { quoteAtSalesLevels } from "../../mechanics/sales-share/sales-levels.ts";
import type { CashAdvancePricing } from "./terms.ts";

/** The terms set the collection frequency. */
export const quoteCashAdvance = (terms: CashAdvancePricing, request: AdvanceRequest, write: Worksheet): AdvanceQuote =>
  quoteAdvance(terms, request, terms.repaymentFrequency, write);

export const cashAdvanceAtSalesLevels = (terms: CashAdvancePricing, request: AdvanceRequest) =>
  quoteAtSalesLevels(terms, request, terms.repaymentFrequency);

import type { Worksheet } from "../../explain/worksheet.ts";
import { type AdvanceQuote, type AdvanceRequest, quoteAdvance } from "../../mechanics/sales-share/quote.ts";
import { quoteAtSalesLevels } from "../../mechanics/sales-share/sales-levels.ts";
import type { IntegratedCashAdvancePricing } from "./terms.ts";

/** Collected every calendar day, because card sales also happen on weekends and holidays. */
export const integratedRhythm = "EVERY_DAY";

export const quoteIntegratedCashAdvance = (
  terms: IntegratedCashAdvancePricing,
  request: AdvanceRequest,
  write: Worksheet,
): AdvanceQuote => quoteAdvance(terms, request, integratedRhythm, write);

export const integratedCashAdvanceAtSalesLevels = (terms: IntegratedCashAdvancePricing, request: AdvanceRequest) =>
  quoteAtSalesLevels(terms, request, integratedRhythm);

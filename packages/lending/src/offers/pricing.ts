import { z } from "zod/mini";
import { cashAdvancePricing } from "../products/cash-advance/terms.ts";
import { integratedCashAdvancePricing } from "../products/integrated-cash-advance/terms.ts";
import { invoiceFinancingTerms } from "../products/invoice-financing/terms.ts";
import { lineOfCreditTerms } from "../products/line-of-credit/terms.ts";
import { payablesFinancingTerms } from "../products/payables-financing/terms.ts";
import { termLoanPricing } from "../products/term-loan/terms.ts";

/** The terms of an offer from which all of its figures are computed, without what only the ledger needs. */
export const offerPricing = z.discriminatedUnion("productType", [
  termLoanPricing,
  lineOfCreditTerms,
  invoiceFinancingTerms,
  payablesFinancingTerms,
  cashAdvancePricing,
  integratedCashAdvancePricing,
]);
export type OfferPricing = z.infer<typeof offerPricing>;

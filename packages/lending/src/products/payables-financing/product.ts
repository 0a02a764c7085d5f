import { plainWorksheet } from "../../explain/worksheet.ts";
import { planById } from "../../mechanics/invoices/plan.ts";
import { applyToInvoices, fundInvoice, payOffInvoice, writeOffInvoices } from "../../mechanics/invoices/servicing.ts";
import { penaltiesWith } from "../../mechanics/late-fee.ts";
import { noChange } from "../../mechanics/obligation.ts";
import type { Product } from "../product.ts";
import { type BillRequest, quoteBill } from "./quote.ts";
import { type PayablesFinancingTerms, payablesFinancingTerms } from "./terms.ts";

/** Each bill is quoted, funded and repaid separately. */
export const payablesFinancing = {
  type: "EXTEND_PAY_PURCHASE_ORDER",
  words: { displayName: "Accounts Payable Financing", amount: "bill amount", cost: "fee" },
  terms: payablesFinancingTerms,
  penalties: penaltiesWith(2),
  quote: quoteBill,
  fund(terms, request, book) {
    const plan = planById(terms.offerPricingPlans, request.planId);
    return fundInvoice(quoteBill(terms, request, plainWorksheet), plan, book);
  },
  bill: () => noChange,
  apply: applyToInvoices,
  payoff: payOffInvoice,
  default: () => noChange,
  writeOff: writeOffInvoices,
  refinance: null,
} satisfies Product<"EXTEND_PAY_PURCHASE_ORDER", PayablesFinancingTerms, BillRequest>;

import { plainWorksheet } from "../../explain/worksheet.ts";
import { planById } from "../../mechanics/invoices/plan.ts";
import { applyToInvoices, fundInvoice, payOffInvoice, writeOffInvoices } from "../../mechanics/invoices/servicing.ts";
import { penaltiesWith } from "../../mechanics/late-fee.ts";
import { noChange } from "../../mechanics/obligation.ts";
import type { Product } from "../product.ts";
import { type InvoiceRequest, quoteInvoice } from "./quote.ts";
import { type InvoiceFinancingTerms, invoiceFinancingTerms } from "./terms.ts";

/** Each invoice is quoted, funded and repaid separately. */
export const invoiceFinancing = {
  type: "FAST_PAY",
  words: { displayName: "Invoice Financing", amount: "advance amount", cost: "fee" },
  terms: invoiceFinancingTerms,
  penalties: penaltiesWith(2),
  quote: quoteInvoice,
  fund(terms, request, book) {
    const plan = planById(terms.offerPricingPlans, request.planId);
    return fundInvoice(quoteInvoice(terms, request, plainWorksheet), plan, book);
  },
  bill: () => noChange,
  apply: applyToInvoices,
  payoff: payOffInvoice,
  default: () => noChange,
  writeOff: writeOffInvoices,
  refinance: null,
} satisfies Product<"FAST_PAY", InvoiceFinancingTerms, InvoiceRequest>;

import { plainWorksheet } from "../../explain/worksheet.ts";
import { invoiceFunded } from "../../mechanics/invoices/entries.ts";
import { penaltiesWith } from "../../mechanics/late-fee.ts";
import type { Product } from "../product.ts";
import { type InvoicePosition, type InvoiceRequest, invoicePayoff, quoteInvoice } from "./quote.ts";
import { type InvoiceFinancingTerms, invoiceFinancingTerms } from "./terms.ts";

/** Each invoice is quoted, funded and repaid separately. */
export const invoiceFinancing = {
  type: "FAST_PAY",
  words: { displayName: "Invoice Financing", amount: "advance amount", cost: "fee" },
  terms: invoiceFinancingTerms,
  penalties: penaltiesWith(2),
  quote: quoteInvoice,
  payoff: invoicePayoff,
  funded: (terms, request, book) => [invoiceFunded(quoteInvoice(terms, request, plainWorksheet), book)],
} satisfies Product<"FAST_PAY", InvoiceFinancingTerms, InvoiceRequest, InvoicePosition>;

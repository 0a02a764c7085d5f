import { plainWorksheet } from "../../explain/worksheet.ts";
import { invoiceFunded } from "../../mechanics/invoices/entries.ts";
import { penaltiesWith } from "../../mechanics/late-fee.ts";
import type { Product } from "../product.ts";
import { type BillPosition, type BillRequest, billPayoff, quoteBill } from "./quote.ts";
import { type PayablesFinancingTerms, payablesFinancingTerms } from "./terms.ts";

/** Each bill is quoted, funded and repaid separately. */
export const payablesFinancing = {
  type: "EXTEND_PAY_PURCHASE_ORDER",
  words: { displayName: "Accounts Payable Financing", amount: "bill amount", cost: "fee" },
  terms: payablesFinancingTerms,
  penalties: penaltiesWith(2),
  quote: quoteBill,
  payoff: billPayoff,
  funded: (terms, request, book) => [invoiceFunded(quoteBill(terms, request, plainWorksheet), book)],
} satisfies Product<"EXTEND_PAY_PURCHASE_ORDER", PayablesFinancingTerms, BillRequest, BillPosition>;

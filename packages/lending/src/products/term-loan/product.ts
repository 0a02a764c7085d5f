import { penaltiesWith } from "../../mechanics/late-fee.ts";
import type { Product } from "../product.ts";
import { termLoanFunded } from "./entries.ts";
import { type TermLoanPosition, termLoanPayoff } from "./payoff.ts";
import { quoteTermLoan, type TermLoanRequest } from "./quote.ts";
import { type TermLoanTerms, termLoanTerms } from "./terms.ts";

export const termLoan = {
  type: "TERM_LOAN",
  words: { displayName: "Term Loan", amount: "loan amount", cost: "interest" },
  terms: termLoanTerms,
  penalties: penaltiesWith(5),
  quote: quoteTermLoan,
  payoff: termLoanPayoff,
  funded: termLoanFunded,
} satisfies Product<"TERM_LOAN", TermLoanTerms, TermLoanRequest, TermLoanPosition>;

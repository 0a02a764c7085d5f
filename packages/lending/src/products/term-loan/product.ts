import { penaltiesWith } from "../../mechanics/late-fee.ts";
import type { Product } from "../product.ts";
import { closeRefinanced, refinancedLoans, refinancePayoff } from "./close-refinanced.ts";
import { quoteTermLoan, type TermLoanRequest } from "./quote.ts";
import {
  applyToTermLoan,
  billTermLoan,
  defaultTermLoan,
  fundTermLoan,
  payOffTermLoan,
  writeOffTermLoan,
} from "./servicing.ts";
import { type TermLoanTerms, termLoanTerms } from "./terms.ts";

export const termLoan = {
  type: "TERM_LOAN",
  words: { displayName: "Term Loan", amount: "loan amount", cost: "interest" },
  terms: termLoanTerms,
  penalties: penaltiesWith(5),
  quote: quoteTermLoan,
  fund: fundTermLoan,
  bill: billTermLoan,
  apply: applyToTermLoan,
  payoff: payOffTermLoan,
  default: defaultTermLoan,
  writeOff: writeOffTermLoan,
  refinance: {
    debts: refinancedLoans,
    changesDaily: ({ interestMethod, payoffInterestBasis }) =>
      interestMethod === "DAILY" || payoffInterestBasis === "DAILY",
    payoff: refinancePayoff,
    close: closeRefinanced,
  },
} satisfies Product<"TERM_LOAN", TermLoanTerms, TermLoanRequest>;

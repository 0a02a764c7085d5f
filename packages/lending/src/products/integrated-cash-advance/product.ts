import { type AdvancePosition, advancePayoff } from "../../mechanics/sales-share.ts";
import { type AdvanceRequest, fundAdvance } from "../../mechanics/sales-share-quote.ts";
import type { Product } from "../product.ts";
import { quoteIntegratedCashAdvance } from "./quote.ts";
import { type IntegratedCashAdvanceTerms, integratedCashAdvanceTerms } from "./terms.ts";

/** Never a loan, never interest: sales are bought, and the words say so. */
const words = {
  displayName: "Integrated Merchant Cash Advance",
  amount: "advance",
  cost: "fee",
  total: "purchased amount",
};

export const integratedCashAdvance = {
  type: "INTEGRATED_MCA",
  words,
  terms: integratedCashAdvanceTerms,
  /** Slow sales are not late, so nothing is charged for them. */
  penalties: null,
  quote: quoteIntegratedCashAdvance,
  payoff: (_terms, position, write) => advancePayoff(position, write),
  funded: fundAdvance,
} satisfies Product<"INTEGRATED_MCA", IntegratedCashAdvanceTerms, AdvanceRequest, AdvancePosition>;

import { type AdvancePosition, advancePayoff } from "../../mechanics/sales-share.ts";
import { type AdvanceRequest, fundAdvance } from "../../mechanics/sales-share-quote.ts";
import type { Product } from "../product.ts";
import { quoteCashAdvance } from "./quote.ts";
import { type CashAdvanceTerms, cashAdvanceTerms } from "./terms.ts";

/** Never a loan, never interest: sales are bought, and the words say so. */
const words = { displayName: "Merchant Cash Advance", amount: "advance", cost: "fee", total: "purchased amount" };

export const cashAdvance = {
  type: "MCA",
  words,
  terms: cashAdvanceTerms,
  /** Slow sales are not late, so nothing is charged for them. */
  penalties: null,
  quote: quoteCashAdvance,
  payoff: (_terms, position, write) => advancePayoff(position, write),
  funded: fundAdvance,
} satisfies Product<"MCA", CashAdvanceTerms, AdvanceRequest, AdvancePosition>;

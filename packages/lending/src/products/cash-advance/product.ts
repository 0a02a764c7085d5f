import { type AdvanceRequest, fundAdvance } from "../../mechanics/sales-share/quote.ts";
import { type AdvancePosition, advancePayoff } from "../../mechanics/sales-share/sales-share.ts";
import type { Product } from "../product.ts";
import { quoteCashAdvance } from "./quote.ts";
import { type CashAdvanceTerms, cashAdvanceTerms } from "./terms.ts";

/** A cash advance is a purchase of future sales, not a loan. Its texts never speak of a loan or of interest. */
const words = { displayName: "Merchant Cash Advance", amount: "advance", cost: "fee", total: "purchased amount" };

export const cashAdvance = {
  type: "MCA",
  words,
  terms: cashAdvanceTerms,
  /** There is no late fee, because slow sales are not a late payment. */
  penalties: null,
  quote: quoteCashAdvance,
  payoff: (_terms, position, write) => advancePayoff(position, write),
  funded: fundAdvance,
} satisfies Product<"MCA", CashAdvanceTerms, AdvanceRequest, AdvancePosition>;

import { noChange } from "../../mechanics/obligation.ts";
import { type AdvanceRequest, fundAdvance } from "../../mechanics/sales-share/quote.ts";
import { refinanceOfAdvances } from "../../mechanics/sales-share/refinance.ts";
import { applyToAdvance, payOffAdvance, writeOffAdvance } from "../../mechanics/sales-share/servicing.ts";
import type { Product } from "../product.ts";
import { periodCollected } from "./entries.ts";
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
  fund: fundAdvance,
  bill: () => noChange,
  apply: (issued, payment) => applyToAdvance(issued, payment, periodCollected),
  payoff: payOffAdvance,
  default: () => noChange,
  writeOff: writeOffAdvance,
  refinance: refinanceOfAdvances(periodCollected),
} satisfies Product<"MCA", CashAdvanceTerms, AdvanceRequest>;

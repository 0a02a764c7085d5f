import { noChange } from "../../mechanics/obligation.ts";
import { type AdvanceRequest, fundAdvance } from "../../mechanics/sales-share/quote.ts";
import { applyToAdvance, payOffAdvance, writeOffAdvance } from "../../mechanics/sales-share/servicing.ts";
import type { Product } from "../product.ts";
import { advancePaid } from "./entries.ts";
import { quoteIntegratedCashAdvance } from "./quote.ts";
import { refinanceOfIntegratedAdvances } from "./refinance.ts";
import { type IntegratedCashAdvanceTerms, integratedCashAdvanceTerms } from "./terms.ts";

/** A cash advance is a purchase of future sales, not a loan. Its texts never speak of a loan or of interest. */
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
  /** There is no late fee, because slow sales are not a late payment. */
  penalties: null,
  quote: quoteIntegratedCashAdvance,
  fund: fundAdvance,
  bill: () => noChange,
  apply: (issued, payment) => applyToAdvance(issued, payment, advancePaid),
  payoff: payOffAdvance,
  default: () => noChange,
  writeOff: writeOffAdvance,
  refinance: refinanceOfIntegratedAdvances,
} satisfies Product<"INTEGRATED_MCA", IntegratedCashAdvanceTerms, AdvanceRequest>;

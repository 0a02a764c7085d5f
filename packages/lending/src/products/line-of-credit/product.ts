import { penaltiesWith } from "../../mechanics/late-fee.ts";
import type { Product } from "../product.ts";
import { drawFunded } from "./entries.ts";
import { type DrawPosition, drawPayoff } from "./payoff.ts";
import { type DrawRequest, quoteDraw } from "./quote.ts";
import { type LineOfCreditTerms, lineOfCreditTerms } from "./terms.ts";

/** Each draw is quoted, funded and paid off separately. */
export const lineOfCredit = {
  type: "LOC_TERM_LOAN",
  words: { displayName: "Line of Credit", amount: "draw amount", cost: "interest" },
  terms: lineOfCreditTerms,
  penalties: penaltiesWith(5),
  quote: quoteDraw,
  payoff: drawPayoff,
  funded: drawFunded,
} satisfies Product<"LOC_TERM_LOAN", LineOfCreditTerms, DrawRequest, DrawPosition>;

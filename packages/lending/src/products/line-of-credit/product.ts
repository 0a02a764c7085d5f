import { billInstallments, defaultInstallments, writeOffInstallments } from "../../mechanics/installments/servicing.ts";
import { penaltiesWith } from "../../mechanics/late-fee.ts";
import type { Product } from "../product.ts";
import { type DrawRequest, quoteDraw } from "./quote.ts";
import { applyToDraws, fundDraw, payOffDraw } from "./servicing.ts";
import { type LineOfCreditTerms, lineOfCreditTerms } from "./terms.ts";

/** Each draw is quoted, funded and paid off separately. */
export const lineOfCredit = {
  type: "LOC_TERM_LOAN",
  words: { displayName: "Line of Credit", amount: "draw amount", cost: "interest" },
  terms: lineOfCreditTerms,
  penalties: penaltiesWith(5),
  quote: quoteDraw,
  fund: fundDraw,
  bill: billInstallments,
  apply: applyToDraws,
  payoff: payOffDraw,
  default: defaultInstallments,
  writeOff: writeOffInstallments,
  refinance: null,
} satisfies Product<"LOC_TERM_LOAN", LineOfCreditTerms, DrawRequest>;

import type { OfferOf } from "../offers/offer-view.ts";
import { planChoice } from "../offers/plan-choice.ts";

export const invoiceFinancingChoice = ({ terms }: OfferOf<"FAST_PAY">) => planChoice(terms);

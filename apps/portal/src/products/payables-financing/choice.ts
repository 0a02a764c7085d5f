import type { OfferOf } from "../offers/offer-view.ts";
import { planChoice } from "../offers/plan-choice.ts";

export const payablesFinancingChoice = ({ terms }: OfferOf<"EXTEND_PAY_PURCHASE_ORDER">) => planChoice(terms);

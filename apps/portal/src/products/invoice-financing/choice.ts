import type { OfferOf } from "../offers/offer-view.ts";
import { planChoice } from "../offers/plan-choice.ts";

export const invoiceFinancingChoice = (offer: OfferOf<"FAST_PAY">) => planChoice(offer);

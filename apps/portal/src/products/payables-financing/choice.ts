import type { ChoiceFigures } from "../offers/choice.ts";
import type { OfferOf } from "../offers/offer-view.ts";
import { planChoice } from "../offers/plan-choice.ts";

export const payablesFinancingChoice = (offer: OfferOf<"EXTEND_PAY_PURCHASE_ORDER">): ChoiceFigures => ({
  ...planChoice(offer),
  isPaidToSupplier: true,
});

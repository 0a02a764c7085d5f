import type { ChoiceFigures } from "../offers/choice.ts";
import type { OfferOf } from "../offers/offer-view.ts";

/** The largest advance. */
export const integratedCashAdvanceChoice = ({ terms }: OfferOf<"INTEGRATED_MCA">): ChoiceFigures => ({
  costCents: terms.financeChargeInCents,
  apr: terms.estimatedApr,
  isEstimate: true,
  amountCents: terms.advanceAmountCents,
  basis: "AMOUNT",
  receivedCents: terms.netDisbursementAmountCents,
  payment: { cents: terms.estimatedMonthlyPaymentInCents, every: "MONTHLY", times: null, plusCents: 0 },
  heldDays: terms.estimatedTermDays,
  payingEarly: "SAVES_NOTHING",
});

import type { ChoiceFigures } from "../offers/choice.ts";
import type { OfferOf } from "../offers/offer-view.ts";

/** The largest advance. */
export const cashAdvanceChoice = ({ terms }: OfferOf<"MCA">): ChoiceFigures => ({
  costCents: terms.financeChargeInCents,
  apr: terms.estimatedApr,
  isEstimate: true,
  amountCents: terms.advanceAmountCents,
  basis: "AMOUNT",
  receivedCents: terms.netDisbursementAmountCents,
  payment: {
    cents: terms.estimatedPaymentPerPeriodInCents,
    every: terms.repaymentFrequency,
    times: null,
    plusCents: 0,
  },
  heldDays: Math.round(terms.estimatedTerm * 30),
  payingEarly: "SAVES_NOTHING",
});

import { monthsOf } from "@inlay/lending/mechanics/installments/installment.ts";
import type { ChoiceFigures } from "../offers/choice.ts";
import type { OfferOf } from "../offers/offer-view.ts";

/** The largest loan of a term. */
export const termLoanChoice = ({ terms }: OfferOf<"TERM_LOAN">): ChoiceFigures => ({
  costCents: terms.totalCostCents,
  apr: terms.apr,
  isEstimate: false,
  amountCents: terms.loanAmountCents,
  basis: "AMOUNT",
  receivedCents: terms.netDisbursementAmountCents,
  payment: { cents: terms.monthlyPayment, every: "MONTHLY", times: monthsOf(terms.durationDays), plusCents: 0 },
  heldDays: terms.durationDays,
  payingEarly: "SAVES_INTEREST",
});

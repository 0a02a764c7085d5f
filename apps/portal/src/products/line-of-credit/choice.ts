import { monthsOf } from "@inlay/lending/mechanics/installments/installment.ts";
import type { ChoiceFigures } from "../offers/choice.ts";
import type { OfferOf } from "../offers/offer-view.ts";

/** A draw of the whole limit. */
export const lineOfCreditChoice = ({ terms }: OfferOf<"LOC_TERM_LOAN">): ChoiceFigures => ({
  costCents: terms.totalCostCents,
  apr: terms.apr,
  isEstimate: false,
  amountCents: terms.approvedLimitCents,
  basis: "WHOLE_LIMIT",
  receivedCents: terms.netDisbursementAmountCents,
  payment: {
    cents: terms.monthlyPayment,
    every: "MONTHLY",
    times: monthsOf(terms.repaymentDurationDays),
    plusCents: terms.monthlyMaintenanceFeeCents,
  },
  heldDays: terms.repaymentDurationDays,
  payingEarly: "SAVES_INTEREST",
});

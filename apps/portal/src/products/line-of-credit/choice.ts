import { saysFlatCharge } from "@inlay/lending/disclosures/flat-charge.ts";
import { monthsOf } from "@inlay/lending/mechanics/installments/installment.ts";
import type { ChoiceFigures } from "../offers/choice.ts";
import type { OfferOf } from "../offers/offer-view.ts";

/** A draw of the whole limit. */
export const lineOfCreditChoice = ({
  terms,
  state,
}: Pick<OfferOf<"LOC_TERM_LOAN">, "terms" | "state">): ChoiceFigures => ({
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
  payingEarly: saysFlatCharge(state) ? "SAVES_CHARGE" : "SAVES_INTEREST",
});

import { Trans, useLingui } from "@lingui/react/macro";
import { AcceptedPage, type AcceptedView, useArrival } from "../offers/accepted-page.tsx";
import type { OfferOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { termsAt } from "../offers/use-offer-quote.ts";

/** The loan is on its way: the amount that arrives, and its parts. */
export function TermLoanAccepted({ offer, fundsExpectedOn, takesFocus }: AcceptedView<OfferOf<"TERM_LOAN">>) {
  const { t } = useLingui();
  const arrival = useArrival(fundsExpectedOn);
  const { money, minus, percentage } = useOfferFormats();
  const terms = termsAt([offer], offer, offer.chosenAmountCents);
  const amount = money(terms.netDisbursementAmountCents);
  const payment = money(terms.monthlyPayment);
  const payoffCents = terms.refiExistingLoanPayoffAmountCents;
  return (
    <AcceptedPage
      title={t`Congratulations! ${amount} is on the way to your account`}
      lead={
        <Trans>
          Your funds will be deposited within 24 hours, net of the origination fee and any payoff of existing debts.
        </Trans>
      }
      takesFocus={takesFocus}
      next={[
        { label: t`We send ${amount}`, detail: arrival },
        { label: t`First payment of ${payment}`, detail: t`One month after that` },
      ]}
      rows={[
        { label: t`Loan amount`, value: money(terms.loanAmountCents) },
        { label: t`Origination fee`, value: minus(terms.feeAmountCents) },
        ...(payoffCents > 0 ? [{ label: t`Payoff of existing debts`, value: minus(payoffCents) }] : []),
        { label: t`On the way to you`, value: amount, isTotal: true },
        { label: t`Total cost`, value: money(terms.totalCostCents) },
        { label: t`APR`, value: percentage(terms.apr) },
      ]}
    />
  );
}

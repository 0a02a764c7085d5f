import { Trans, useLingui } from "@lingui/react/macro";
import { AcceptedPage, type AcceptedView, useArrival } from "../offers/accepted-page.tsx";
import type { OfferOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { termsAt } from "../offers/use-offer-quote.ts";

/** The advance is being paid out: the amount that arrives, and its parts. */
export function IntegratedCashAdvanceAccepted({
  offer,
  fundsExpectedOn,
  takesFocus,
}: AcceptedView<OfferOf<"INTEGRATED_MCA">>) {
  const { t } = useLingui();
  const arrival = useArrival(fundsExpectedOn);
  const { money, percentage } = useOfferFormats();
  const terms = termsAt([offer], offer, offer.chosenAmountCents);
  const amount = money(terms.netDisbursementAmountCents);
  return (
    <AcceptedPage
      title={t`We are finalizing your cash advance`}
      lead={<Trans>We write to you by email when the money is on its way.</Trans>}
      takesFocus={takesFocus}
      next={[
        { label: t`We send ${amount}`, detail: arrival },
        { label: t`Your share of sales is collected`, detail: t`From the first sales after that` },
      ]}
      rows={[
        { label: t`Advance`, value: money(terms.advanceAmountCents) },
        { label: t`On the way to you`, value: amount, isTotal: true },
        { label: t`Fee`, value: money(terms.feeAmountCents) },
        { label: t`Total repayment`, value: money(terms.totalRepaymentInCents) },
        { label: t`Estimated APR`, value: percentage(terms.estimatedApr) },
      ]}
    />
  );
}

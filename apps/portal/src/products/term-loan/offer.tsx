import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import { useLingui } from "@lingui/react/macro";
import { OfferFigures, useMonths, useOfferFormats } from "../offer-figures.tsx";

/** One term of a loan. */
export function TermLoanOffer({ terms }: { terms: TermsOf<"TERM_LOAN"> }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const inWords = useMonths();
  const { refiExistingLoanPayoffAmountCents: payoffCents } = terms;
  const months = terms.durationDays / 30;
  const amount = money(terms.loanAmountCents);
  return (
    <OfferFigures
      name={inWords(months)}
      costCents={terms.totalCostCents}
      on={t`on a loan of ${amount}`}
      apr={terms.apr}
      rows={[
        { label: t`You receive`, value: money(terms.netDisbursementAmountCents) },
        ...(payoffCents > 0 ? [{ label: t`Paid to existing debt`, value: money(payoffCents) }] : []),
        { label: t`You pay`, value: money(terms.monthlyPayment), note: t`a month, ${months} times` },
        { label: t`Interest`, value: money(terms.totalInterest) },
        { label: t`Origination fee`, value: money(terms.feeAmountCents) },
      ]}
    />
  );
}
